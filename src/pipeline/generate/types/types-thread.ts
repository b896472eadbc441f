import { Worker } from 'node:worker_threads'
import type { PrintTypes } from '../render-unit.ts'
import type { TypesReply, TypesRequest } from './types-worker.ts'

export interface TypesThread {
  print: PrintTypes
  close(): Promise<void>
}

/**
 * Prints types in another thread. Loading the TypeScript compiler takes about as long as all other work and depends on none of it, so
 * both run at the same time.
 */
export function startTypesThread(): TypesThread {
  const worker = new Worker(new URL('./types-worker.ts', import.meta.url))
  const waiting = new Map<number, PromiseWithResolvers<string>>()
  let asked = 0
  let failure: Error | undefined
  worker.on('message', (reply: TypesReply) => {
    const answer = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('text' in reply) answer?.resolve(reply.text)
    else answer?.reject(new Error(reply.error))
  })
  worker.on('error', (error: Error) => {
    failure = error
    for (const answer of waiting.values()) answer.reject(error)
  })

  return {
    print(document, banner) {
      if (failure) return Promise.reject(failure)
      const answer = Promise.withResolvers<string>()
      const request: TypesRequest = { id: asked++, document, banner }
      waiting.set(request.id, answer)
      worker.postMessage(request)
      return answer.promise
    },
    async close() {
      await worker.terminate()
    },
  }
}

import { enableCompileCache, flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { OpenApiDocument } from '../bundle.ts'

// Each thread has its own; the compiler of TypeScript is the largest thing that is loaded here.
enableCompileCache()
const { printTypes } = await import('./types.ts')
// The thread is ended from outside, which leaves no time to.
flushCompileCache()

/** What is asked of the worker, and what comes back under the same number. */
export interface TypesRequest {
  id: number
  document: OpenApiDocument
  banner: string[]
}
export type TypesReply = { id: number; text: string } | { id: number; error: string }

parentPort?.on('message', async ({ id, document, banner }: TypesRequest) => {
  const reply = await printTypes(document, banner).then(
    (text): TypesReply => ({ id, text }),
    (error: Error): TypesReply => ({ id, error: error.message }),
  )
  parentPort?.postMessage(reply)
})

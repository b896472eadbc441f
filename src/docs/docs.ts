import { Worker } from 'node:worker_threads'
import Negotiator from 'negotiator'
import type { Answer } from '../behaviour/definition.ts'
import type { Encoding } from './serve/compress.ts'
import type { PageReply, PageRequest } from './serve/docs-worker.ts'

/** The parts of a request that the docs read. */
export interface DocsRequest {
  readonly method: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

export interface Docs {
  /** Answers a request for a page; undefined if there is no such page. */
  (path: string, request: DocsRequest): Promise<Answer | undefined>
  /** So the mock names addresses of pages. */
  readonly hasPages: boolean
  /** Ends the thread that renders pages. */
  close(): Promise<void>
}

/**
 * Serves the documentation below `/docs/`, and redirects `/` to it. A thread, started with the first request for a page, renders the
 * pages, so that the interfaces of this process answer meanwhile. When the thread ends, the next request starts another one.
 *
 * @param worker the code of the thread; tests give another
 */
export function createDocs(
  worker: URL = new URL(`./serve/docs-worker${import.meta.url.slice(-3)}`, import.meta.url),
): Docs {
  let thread: RenderThread | undefined

  const answer = async (path: string, { method, headers }: DocsRequest): Promise<Answer | undefined> => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    if (path === '/' || path === '/docs') return { status: 302, headers: { location: '/docs/' }, body: undefined }
    if (!path.startsWith('/docs/')) return undefined
    thread ??= startRenderThread(worker, () => {
      thread = undefined
    })
    return thread.ask({
      file: path.slice('/docs/'.length),
      knownTag: headers['if-none-match'],
      encodings: encodingsOf(headers),
    })
  }
  const close = async () => {
    await thread?.close()
  }
  return Object.assign(answer, { close, hasPages: true })
}

/** The compressions that a caller takes, the one with the shortest result first. */
function encodingsOf(headers: DocsRequest['headers']): Encoding[] {
  const accepted = new Negotiator({ headers }).encodings()
  return (['br', 'gzip'] as const).filter((encoding) => accepted.includes(encoding))
}

interface RenderThread {
  /** @throws {Error} when the page cannot be rendered, with the reason */
  ask(request: Omit<PageRequest, 'id'>): Promise<Answer | undefined>
  close(): Promise<void>
}

function startRenderThread(code: URL, onEnd: () => void): RenderThread {
  const worker = new Worker(code)
  const waiting = new Map<number, PromiseWithResolvers<Answer | undefined>>()
  let asked = 0
  let reason = 'the thread that renders it has ended'

  worker.on('message', ({ id, answer, failure }: PageReply) => {
    if (failure === undefined) waiting.get(id)?.resolve(answer)
    else waiting.get(id)?.reject(cannotRender(failure))
    waiting.delete(id)
    // An idle thread does not keep the process alive.
    if (waiting.size === 0) worker.unref()
  })
  worker.on('error', (error: Error) => {
    reason = error.stack ?? error.message
  })
  worker.on('exit', () => {
    onEnd()
    for (const { reject } of waiting.values()) reject(cannotRender(reason))
  })

  return {
    ask(asking) {
      const answer = Promise.withResolvers<Answer | undefined>()
      const request: PageRequest = { id: asked++, ...asking }
      waiting.set(request.id, answer)
      worker.ref()
      worker.postMessage(request)
      return answer.promise
    },
    async close() {
      await worker.terminate()
    },
  }
}

function cannotRender(reason: string): Error {
  return new Error(`the documentation cannot be rendered: ${reason}`)
}

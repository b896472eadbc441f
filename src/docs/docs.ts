import { Worker } from 'node:worker_threads'
import Negotiator from 'negotiator'
import type { Answer } from '../behaviour/definition.ts'
import { bundled } from '../workspace/bundled.ts'
import type { WorkspaceRecipe } from '../workspace/workspace.ts'
import type { Encoding } from './serve/compress.ts'
import type { DocsWorkerData, PageReply, PageRequest } from './serve/docs-worker.ts'

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

export interface DocsOptions {
  /** Opens the workspace that the pages are about; default: the bundled interfaces. */
  recipe?: WorkspaceRecipe
  /** Called before the first page is made. */
  onStart?: () => void
  /** The code of the thread; tests give another. */
  worker?: URL
}

/**
 * Serves the documentation below `/docs/`, and redirects `/` to it. A thread, started with the first request for a page, renders the
 * pages, so that the interfaces of this process answer meanwhile. When the thread ends, the next request starts another one.
 */
export function createDocs({ recipe = bundled.recipe, onStart, worker = workerFile }: DocsOptions = {}): Docs {
  let thread: RenderThread | undefined
  let isClosed = false
  const inTurn = createTurns()

  const render = (request: Omit<PageRequest, 'id'>) => {
    if (isClosed) throw cannotRender('the mock has ended')
    if (!thread) onStart?.()
    thread ??= startRenderThread(worker, { recipe }, () => {
      thread = undefined
    })
    return thread.ask(request)
  }
  const answer = async (path: string, { method, headers }: DocsRequest): Promise<Answer | undefined> => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    if (path === '/' || path === '/docs') return { status: 302, headers: { location: '/docs/' }, body: undefined }
    // Programs look for these at the root.
    if (path === '/llms.txt' || path === '/llms-full.txt')
      return { status: 302, headers: { location: `/docs${path}` }, body: undefined }
    if (!path.startsWith('/docs/')) return undefined
    const request = { file: path.slice('/docs/'.length), encoding: encodingOf(headers) }
    const found = await inTurn(async () => render(request))
    const isKnown = found?.headers.etag !== undefined && found.headers.etag === headers['if-none-match']
    return isKnown ? { ...found, status: 304, body: undefined } : found
  }
  const close = async () => {
    isClosed = true
    await thread?.close()
  }
  return Object.assign(answer, { close, hasPages: true })
}

const workerFile = new URL(`./serve/docs-worker${import.meta.url.slice(-3)}`, import.meta.url)

/** The compression with the shortest result that a caller takes. */
function encodingOf(headers: DocsRequest['headers']): Encoding | undefined {
  const accepted = new Negotiator({ headers }).encodings()
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}

/** A caller may ask for 40,000 pages at once, and their answers must not come all at once between those of the interfaces. */
const maxUnderWay = 8

/** A queue that does a few tasks at a time, and looks at other requests after each. */
function createTurns() {
  const waiting: (() => void)[] = []
  let underWay = 0
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (underWay < maxUnderWay) underWay++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      setImmediate(() => {
        const next = waiting.shift()
        if (next) next()
        else underWay--
      })
    }
  }
}

interface RenderThread {
  /** @throws {Error} when the page cannot be rendered, with the reason */
  ask(request: Omit<PageRequest, 'id'>): Promise<Answer | undefined>
  close(): Promise<unknown>
}

function startRenderThread(code: URL, workerData: DocsWorkerData, onEnd: () => void): RenderThread {
  const worker = new Worker(code, { workerData })
  const waiting = new Map<number, PromiseWithResolvers<Answer | undefined>>()
  let count = 0
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
    ask(request) {
      const answer = Promise.withResolvers<Answer | undefined>()
      const id = ++count
      waiting.set(id, answer)
      worker.ref()
      worker.postMessage({ id, ...request })
      return answer.promise
    },
    close: () => worker.terminate(),
  }
}

function cannotRender(reason: string): Error {
  return new Error(`the documentation cannot be rendered: ${reason}`)
}

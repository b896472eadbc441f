import { Worker } from 'node:worker_threads'
import Negotiator from 'negotiator'
import type { Answer } from '../behaviour/definition.ts'
import { workspaceOptions } from '../workspace/workspace-options.ts'
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
  /** Names of the interfaces that the mock serves; default: those of the workspace, or all. */
  served?: readonly string[]
  /** Called before the first page is made. */
  onStart?: () => void
  /** The code of the thread; tests give another. */
  worker?: URL
}

/**
 * Serves the documentation below `/docs/`, and redirects `/` to it. A thread, started with the first request for a page, renders the
 * pages, so that the interfaces of this process answer meanwhile. When the thread ends, the next request starts another one.
 */
export function createDocs({ served, onStart, worker = workerFile }: DocsOptions = {}): Docs {
  let thread: RenderThread | undefined

  const turn = createTurns()

  const answer = async (path: string, { method, headers }: DocsRequest): Promise<Answer | undefined> => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    if (path === '/' || path === '/docs') return { status: 302, headers: { location: '/docs/' }, body: undefined }
    if (!path.startsWith('/docs/')) return undefined
    if (!thread) onStart?.()
    thread ??= startRenderThread(worker, { workspace: workspaceOptions(), served }, () => {
      thread = undefined
    })
    const found = await thread.ask({ file: path.slice('/docs/'.length), encoding: encodingOf(headers) })
    await turn()
    const isKnown = found?.headers.etag !== undefined && found.headers.etag === headers['if-none-match']
    return isKnown ? { ...found, status: 304, body: undefined } : found
  }
  const close = async () => {
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

/**
 * Pages that the thread is asked for at the same time. Its answers come between those of the interfaces, and a caller may ask for
 * thousands of pages at once.
 */
const maxUnderWay = 4

/** Answers that go out between two looks at other requests: a caller may ask for the same page 40,000 times at once. */
const answersInTurn = 8

/** A queue whose members go on a few at a time. */
function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = []
  const next = () => {
    for (const go of waiting.splice(0, answersInTurn)) go()
    if (waiting.length > 0) setImmediate(next)
  }
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(next)
    })
}

interface RenderThread {
  /** @throws {Error} when the page cannot be rendered, with the reason */
  ask(request: Omit<PageRequest, 'id'>): Promise<Answer | undefined>
  close(): Promise<void>
}

function startRenderThread(code: URL, workerData: DocsWorkerData, onEnd: () => void): RenderThread {
  const worker = new Worker(code, { workerData })
  const waiting = new Map<string, PromiseWithResolvers<Answer | undefined>>()
  const queue: PageRequest[] = []
  let underWay = 0
  let reason = 'the thread that renders it has ended'

  worker.on('message', ({ id, answer, failure }: PageReply) => {
    if (failure === undefined) waiting.get(id)?.resolve(answer)
    else waiting.get(id)?.reject(cannotRender(failure))
    waiting.delete(id)
    underWay--
    sendNext()
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
      const id = JSON.stringify(request)
      const known = waiting.get(id)
      if (known) return known.promise
      const answer = Promise.withResolvers<Answer | undefined>()
      waiting.set(id, answer)
      queue.push({ id, ...request })
      sendNext()
      return answer.promise
    },
    async close() {
      await worker.terminate()
    },
  }

  function sendNext(): void {
    if (underWay >= maxUnderWay) return
    const next = queue.shift()
    if (next === undefined) return
    underWay++
    worker.ref()
    worker.postMessage(next)
  }
}

function cannotRender(reason: string): Error {
  return new Error(`the documentation cannot be rendered: ${reason}`)
}

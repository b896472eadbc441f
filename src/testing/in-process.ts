import { serialize } from '../mock/answer/serialize.ts'
import type { Gateway } from '../mock/gateway.ts'
import { maxBodyBytes } from '../mock/request/body.ts'
import type { MockAnswer, MockRequest } from '../mock/types.ts'

/** Answers a `Request` of this process through the mock's gateway, as the server answers a request from a socket. */
export async function answerInProcess({ handle }: Pick<Gateway, 'handle'>, request: Request): Promise<Response> {
  const gone = new AbortController()
  const answer = await handle(await wireOf(request, AbortSignal.any([request.signal, gone.signal])))
  const release = () => {
    gone.abort(new Error('the caller has gone'))
    answer.release?.()
  }
  if (request.signal.aborted || answer.delivery === 'dropped') {
    release()
    // The message of `fetch` itself when a connection ends without an answer.
    throw request.signal.aborted ? request.signal.reason : new TypeError('fetch failed')
  }
  return responseOf(answer, request.method, release)
}

async function wireOf(request: Request, signal: AbortSignal): Promise<MockRequest> {
  const { pathname, search, host } = new URL(request.url)
  const bytes = request.body === null ? null : Buffer.from(await request.arrayBuffer())
  const oversize = bytes !== null && bytes.length > maxBodyBytes
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: { host, ...Object.fromEntries(request.headers) },
    body: oversize ? null : bytes,
    oversize,
    peer: { signal },
  }
}

function responseOf({ delivery, ...answer }: MockAnswer, method: string, release: () => void): Response {
  const { status, headers } = answer
  const sent = serialize(answer)
  const payload = typeof sent === 'string' ? Buffer.from(sent) : sent
  const isEmpty = method === 'HEAD' || status === 204 || status === 304
  // A truncated body keeps the full length, so that a caller behind MSW sees that bytes are missing.
  const length = payload instanceof Uint8Array && !isEmpty ? { 'content-length': String(payload.length) } : {}
  const init = { status, headers: { ...headers, ...length } }
  const body = isEmpty ? null : delivery === 'truncated' ? cutShort(payload) : payload
  if (body !== null && !(body instanceof Uint8Array)) return new Response(streamOf(body, release), init)
  release()
  return new Response(body as BodyInit | null, init)
}

/** A stream that pulls a chunk for each read. Cancelling the stream releases its source. */
function streamOf(chunks: AsyncIterable<Uint8Array>, release: () => void): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next()
          if (!done) return controller.enqueue(value)
          controller.close()
        } catch (error) {
          controller.error(error)
        }
        release()
      },
      cancel: release,
    },
    { highWaterMark: 0 },
  )
}

/** The first half of the first chunk, then an error. */
async function* cutShort(payload: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first = payload instanceof Uint8Array ? payload : await firstOf(payload)
  const half = first.subarray(0, Math.floor(first.length / 2))
  if (half.length > 0) yield half
  throw new TypeError('terminated')
}

async function firstOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const chunk of chunks) return chunk
  return new Uint8Array()
}

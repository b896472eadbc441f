import { ApiError, ConnectionError, StreamError } from './errors.ts'
import { type AnyClient, type Call, exchange, nameOf } from './operation.ts'
import type { CallOptions } from './options.ts'

/** One event of `text/event-stream`. */
export interface ServerSentEvent {
  /** `message` where the server names none. */
  event: string
  data: string
  id: string | undefined
}

/**
 * The items of a streamed answer as they come: events of `text/event-stream`, or JSON values of a sequence (JSON lines, NDJSON).
 *
 * @throws {ApiError} `HttpError` when the call is refused, `StreamError` for what is no JSON, or another error of a call
 */
export async function* stream<Args, Item>(
  call: Pick<Call<unknown>, 'form'> & { readonly args?: Args; readonly item?: Item },
  client: AnyClient,
  args?: NoInfer<Args>,
  options?: CallOptions,
): AsyncGenerator<Item> {
  const { response, text } = await openStream(call, client, args, options)
  const isEvents = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')
  yield* (isEvents ? readEvents(text) : readJsonSequence(text, nameOf(call.form))) as AsyncGenerator<Item>
}

/**
 * The text of a streamed answer as it comes.
 *
 * @throws {ApiError} `HttpError` when the call is refused, or another error of a call
 */
export async function openStream<Args>(
  { form }: Pick<Call<unknown>, 'form'> & { readonly args?: Args },
  client: AnyClient,
  args?: NoInfer<Args>,
  options: CallOptions = {},
): Promise<{ response: Response; text: AsyncGenerator<string> }> {
  const { response, error } = await exchange(client, form, args ?? {}, options, true)
  if (error) throw error
  return { response, text: readText(response, { operation: nameOf(form), signal: options.signal }) }
}

/** Reads server-sent events, as HTML defines them. */
export async function* readEvents(chunks: AsyncIterable<string>): AsyncGenerator<ServerSentEvent> {
  let [event, data, id]: [string, string[], string | undefined] = ['', [], undefined]
  for await (const line of readLines(chunks)) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), id }
      event = ''
      data = []
    } else if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id') id = value
  }
}

/** The lines of a text, without their ends. */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let pending = ''
  for await (const chunk of chunks) {
    // A line end may be cut in two: `\r` at the end waits for its `\n`.
    const lines = (pending + chunk).split(/\r\n|\n|\r(?!$)/)
    pending = lines.pop() ?? ''
    yield* lines
  }
  if (pending !== '') yield pending.replace(/\r$/, '')
}

/** What ends a value outside of others: its bracket, its line, or the separator before the next one. */
const ends = ']}\n\u001e'

/**
 * Reads JSON values that follow one another: objects and lists anyhow, others with a line for each. Chunks may end anywhere. The values of
 * `application/json-seq` begin with a record separator.
 *
 * @throws {StreamError} for anything else, and for an end within a value
 */
export async function* readJsonSequence(chunks: AsyncIterable<string>, operation: string): AsyncGenerator<unknown> {
  let pending = ''
  let depth = 0
  let isInString = false
  let isEscaped = false
  for await (const chunk of chunks) {
    let index = pending.length
    pending += chunk
    for (; index < pending.length; index++) {
      const character = pending[index] ?? ''
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (character === '\\') isEscaped = true
        else if (character === '"') isInString = false
        continue
      }
      if (character === '"') isInString = true
      if (character === '{' || character === '[') depth += 1
      if (character === '}' || character === ']') depth -= 1
      if (depth > 0 || !ends.includes(character)) continue
      yield* parse(pending.slice(0, index + 1), operation)
      pending = pending.slice(index + 1)
      index = -1
    }
  }
  if (depth > 0) throw new StreamError(operation, 'an end within a JSON object')
  yield* parse(pending, operation)
}

function* parse(line: string, operation: string): Generator<unknown> {
  const text = line.replaceAll('\u001e', '').trim()
  if (text === '') return
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new StreamError(operation, 'text that is not JSON')
  }
  yield value
}

/**
 * Streams the text of a body, in whole characters. If the reader stops early, the connection is closed.
 *
 * @throws {ConnectionError} when the connection breaks; the reason of the signal when the signal is aborted
 */
export async function* readText(
  response: Response,
  { operation, signal }: { operation: string; signal?: AbortSignal | undefined },
): AsyncGenerator<string> {
  if (!response.body) return
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const text = decoder.decode(value, { stream: !done })
      if (text !== '') yield text
      if (done) return
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ApiError) throw error
    const [url = ''] = response.url.split('?')
    throw new ConnectionError({ operation, url, cause: error, retryable: false })
  } finally {
    // If the stream has failed, cancel() rejects with the same failure.
    await reader.cancel().catch(() => {})
  }
}

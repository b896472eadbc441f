import type { Arguments } from './call-types.ts'
import { readJsonSequence } from './json-sequence.ts'
import { type AnyClient, type Call, exchange } from './operation.ts'
import type { CallOptions } from './options.ts'
import { readText } from './stream.ts'

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
export async function* stream<Operation, Item>(
  call: Call<Operation> & { readonly item?: Item },
  client: AnyClient,
  args: Arguments<Operation> | Record<string, never> = {},
  options: CallOptions = {},
): AsyncGenerator<Item> {
  const { response, error } = await exchange(client, call.form, args, options, true)
  if (error) throw error
  const operation = `${call.form.method.toUpperCase()} ${call.form.path}`
  const text = readText(response, { operation, signal: options.signal })
  const isEvents = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')
  yield* (isEvents ? readEvents(text) : readJsonSequence(text, operation)) as AsyncGenerator<Item>
}

/** Reads server-sent events, as HTML defines them. */
export async function* readEvents(chunks: AsyncIterable<string>): AsyncGenerator<ServerSentEvent> {
  let pending = ''
  let [event, data, id]: [string, string[], string | undefined] = ['', [], undefined]
  for await (const chunk of chunks) {
    pending += chunk
    // A line end may be cut in two: `\r` at the end waits for its `\n`.
    const lines = pending.split(/\r\n|\n|\r(?!$)/)
    pending = lines.pop() ?? ''
    for (const line of lines) {
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
}

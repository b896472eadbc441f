import { ApiError, ConnectionError } from './errors.ts'

/** The arguments for reading a stream, in addition to the stream. */
export interface Reading {
  operation: string
  signal?: AbortSignal | undefined
}

/**
 * Streams the text of a body, in whole characters. If the reader stops early, the connection is closed.
 *
 * @throws {ConnectionError} when the connection breaks; the reason of the signal when the signal is aborted
 */
export async function* readText(response: Response, { operation, signal }: Reading): AsyncGenerator<string> {
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

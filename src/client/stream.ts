import { ApiError, ConnectionError } from './errors.ts'

/** What reading a stream takes beside the stream. */
export interface Reading {
  operation: string
  signal?: AbortSignal | undefined
}

/**
 * The text of a body as it comes, whole characters only. The connection is closed when the reader stops early.
 *
 * @throws {ConnectionError} when it breaks; the reason of the signal when that is aborted
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
    // Of a stream that has failed, this is the failure again.
    await reader.cancel().catch(() => {})
  }
}

/** Finds the id of a request where servers of these kinds tell it: in a header, or as `request_id` of the body. */
export function requestIdOf(headers: Headers, body: unknown): string | undefined {
  const header = headers.get('x-request-id') ?? headers.get('request-id')
  if (header) return header
  const id = typeof body === 'object' && body !== null && 'request_id' in body ? body.request_id : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}

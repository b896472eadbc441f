/** Finds the id of a request where these servers send it: in a header, or as `request_id` in the body. */
export function requestIdOf(headers: Headers, body: unknown): string | undefined {
  const header = headers.get('x-request-id') ?? headers.get('request-id')
  if (header) return header
  const id = typeof body === 'object' && body !== null && 'request_id' in body ? body.request_id : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}

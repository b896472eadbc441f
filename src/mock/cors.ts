import type { Answer } from '../interfaces/slice.ts'

type Headers = Readonly<Record<string, string>>

/** Lets a page of any origin use the mock, credentials included; nothing for a request that no page sent. */
export function corsHeaders(request: Headers): Record<string, string> {
  const { origin } = request
  if (origin === undefined) return {}
  return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary: 'Origin' }
}

/** The answer to a browser's question whether it may send a request: yes, with the method and headers that it names. */
export function preflight(request: Headers): Answer {
  const headers: Record<string, string> = {
    'access-control-allow-methods': request['access-control-request-method'] ?? 'GET',
    'access-control-max-age': '600',
  }
  const asked = request['access-control-request-headers']
  if (asked !== undefined) headers['access-control-allow-headers'] = asked
  return { status: 204, headers, body: undefined }
}

import type { Gateway } from '../gateway.ts'
import { chain } from '../maybe-promise.ts'
import type { MockAnswer, MockRequest } from '../types.ts'

/**
 * Lets web pages of any origin read the answers, with credentials, unless `permits` refuses the origin. The answer to a request without an
 * origin stays unchanged.
 */
export function withCors(handle: Gateway['handle'], permits: Gateway['permits']): Gateway['handle'] {
  return (request) => {
    const { origin, 'access-control-request-method': method } = request.headers
    if (origin === undefined) return handle(request)
    const isPreflight = request.method === 'OPTIONS' && method !== undefined
    return chain(isPreflight ? preflight(method, request) : handle(request), (answer) => {
      const permitted = permits(request, origin) ? permission(origin, answer) : {}
      return {
        ...answer,
        headers: {
          ...permitted,
          ...answer.headers,
          vary: answer.headers.vary === undefined ? 'Origin' : `${answer.headers.vary}, Origin`,
        },
      }
    })
  }
}

function permission(origin: string, { headers }: MockAnswer): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': Object.keys(headers).join(', '),
  }
}

/** The answer to a CORS preflight: it allows the method and headers that the browser names. */
function preflight(method: string, { headers }: MockRequest): MockAnswer {
  const requested = headers['access-control-request-headers']
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': method,
      'access-control-max-age': '600',
      ...(requested === undefined ? {} : { 'access-control-allow-headers': requested }),
    },
    body: undefined,
  }
}

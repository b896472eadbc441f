import { chain, type MaybePromise } from '../maybe-promise.ts'
import type { MockAnswer, MockRequest } from '../types.ts'

/**
 * Lets web pages of any origin read the answers, with credentials, unless `permits` refuses the origin. The answer to a request without an
 * origin stays unchanged.
 */
export function withCors(
  answer: (request: MockRequest) => MaybePromise<MockAnswer>,
  permits: (request: MockRequest, origin: string) => boolean,
): (request: MockRequest) => MaybePromise<MockAnswer> {
  return (request) => {
    const { origin } = request.headers
    if (origin === undefined) return answer(request)
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    return chain(isPreflight ? preflight(request) : answer(request), (answered) => {
      const permitted = permits(request, origin) ? permission(origin, answered) : {}
      return { ...answered, headers: { ...permitted, ...answered.headers, vary: varyBy(answered) } }
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

function varyBy({ headers }: MockAnswer): string {
  return headers.vary === undefined ? 'Origin' : `${headers.vary}, Origin`
}

/** The answer to a CORS preflight: it allows the method and headers that the browser names. */
function preflight({ headers }: MockRequest): MockAnswer {
  const asked = headers['access-control-request-headers']
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': headers['access-control-request-method'] ?? 'GET',
      'access-control-max-age': '600',
      ...(asked === undefined ? {} : { 'access-control-allow-headers': asked }),
    },
    body: undefined,
  }
}

import type { Limits } from './limits.ts'
import type { Params } from './params.ts'
import { readParams } from './read-params.ts'

const address = 'http://example.test/orders'

/** The parameters of a request with this query or this body. */
export const sent = {
  query: (query: string, limits?: Partial<Limits>): Promise<Params> =>
    readParams(new Request(`${address}?${query}`), limits),

  form: (body: string | Uint8Array<ArrayBuffer>, query = '', limits?: Partial<Limits>): Promise<Params> =>
    post('application/x-www-form-urlencoded', body, query, limits),

  json: (body: unknown, query = '', limits?: Partial<Limits>): Promise<Params> =>
    post('application/json', JSON.stringify(body), query, limits),

  multipart: (body: FormData, query = '', limits?: Partial<Limits>): Promise<Params> =>
    readParams(new Request(`${address}?${query}`, { method: 'POST', body }), limits),
}

/** The parameters of a request with a body of this media type. */
export function post(type: string, body: BodyInit, query = '', limits?: Partial<Limits>): Promise<Params> {
  return readParams(
    new Request(`${address}?${query}`, { method: 'POST', headers: { 'content-type': type }, body }),
    limits,
  )
}

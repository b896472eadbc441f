import { Refusal } from '../../behaviour/refusal.ts'
import type { Fields } from './state.ts'

/** The fields of a request; none without a body. JSON's `null` is a body but not an object, and Prism accepts it like a missing body. */
export function givenFields(body: Fields | null | undefined): Fields | Refusal {
  return body === null ? new Refusal('invalid-request', 'The request body is not a JSON object.') : (body ?? {})
}

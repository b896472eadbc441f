import { Refusal } from '../../behaviour/refusal.ts'
import type { Fields } from './state.ts'

/** The fields that a request gives: none when it has no body. JSON's `null` is a body and no object, but passes Prism as an absent one. */
export function givenFields(body: Fields | null | undefined): Fields | Refusal {
  return body === null ? new Refusal('invalid-request', 'The request body is not a JSON object.') : (body ?? {})
}

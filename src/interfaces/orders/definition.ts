import type { components, operations } from '../../../generated/orders/types.ts'
import type { Answer, InterfaceDefinition } from '../../behaviour/definition.ts'
import { problemDetails } from '../../behaviour/problem-details.ts'
import type { InvalidPart, Refusal } from '../../behaviour/refusal.ts'
import { actions } from './actions.ts'
import { admit } from './admission.ts'
import { behaviours } from './behaviour.ts'
import { recordKinds } from './record-kinds.ts'
import { credentials, records, seed } from './seed.ts'

export const definition: InterfaceDefinition<operations> = {
  actions,
  admit,
  behaviours,
  credentials,
  recordKinds,
  records,
  renderRefusal,
  seed,
}

type Fault = NonNullable<components['schemas']['Problem']['errors']>[number]

/** Refusals of the order API as problem details; the documents show no error body, so this is an assumption (gap ORD-G04). */
function renderRefusal(refusal: Refusal): Answer {
  const errors = refusal.violations.map(toFault)
  return problemDetails(refusal, {
    members: errors.length > 0 ? { errors } : {},
    headers: refusal.kind === 'unauthenticated' ? { 'www-authenticate': 'Basic realm="orders", charset="UTF-8"' } : {},
  })
}

function toFault({ path: [place, ...rest], message }: InvalidPart): Fault {
  // An error of the whole body has no place.
  if (place !== undefined && place !== 'body') return { parameter: rest.join('.'), detail: message }
  const missing = /must have required property '(.+)'/.exec(message)?.[1]
  return { pointer: [...rest, ...(missing === undefined ? [] : [missing])].map(toToken).join(''), detail: message }
}

/** A segment of a JSON Pointer (RFC 6901). */
function toToken(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

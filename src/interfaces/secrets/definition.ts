import type { components, operations } from '../../../generated/secrets/types.ts'
import type { Action, Answer, InterfaceDefinition } from '../../behaviour/definition.ts'
import type { Refusal } from '../../behaviour/refusal.ts'
import { refusalAnswer, standardStatus } from '../../behaviour/refusal-answer.ts'
import { admit } from './auth/admission.ts'
import { behaviours } from './behaviour.ts'
import type { Caller } from './caller.ts'
import { type Conditions, conditions } from './conditions.ts'
import { recordKinds } from './record-kinds.ts'
import { address } from './routing.ts'
import { credentials, records, seed } from './seed.ts'
import { earlyRequestsOf } from './state.ts'

/** The documented error body (SEC-029). Missing or wrong credentials are 403, because this interface does not document 401. */
function renderRefusal(refusal: Refusal): Answer {
  const body: components['schemas']['ErrorBody'] = {
    errors: refusal.violations.length > 0 ? refusal.violations.map(({ message }) => message) : [refusal.detail],
  }
  const status = refusal.status ?? statuses[refusal.kind] ?? standardStatus[refusal.kind]
  return refusalAnswer(refusal, { status, mediaType: 'application/json', body })
}

const statuses: Partial<Record<Refusal['kind'], number>> = { unauthenticated: 403, 'unsupported-media-type': 400 }

const actions: Record<string, Action<Conditions>> = {
  'miss-data': {
    description:
      'Lets the next requests come before the data that they depend on: so many are answered 412, and a client that tries again gets through.',
    schema: {
      type: 'object',
      properties: { requests: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 1 } },
      additionalProperties: false,
    },
    async run({ requests = 1 }: { requests?: number }, { store }) {
      await earlyRequestsOf(store).set('left', requests)
      return { requests }
    },
  },
}

export const definition: InterfaceDefinition<operations, Conditions, Caller> = {
  actions,
  address,
  admit,
  behaviours,
  conditions,
  credentials,
  // Bodies are JSON, whatever the header says (SEC-016, SEC-019).
  ignoresContentType: true,
  recordKinds,
  records,
  renderRefusal,
  seed,
}

import type { components } from '../../../generated/secrets/types.ts'
import type { Answer } from '../../behaviour/definition.ts'
import type { Refusal } from '../../behaviour/refusal.ts'
import { refusalAnswer, standardStatus } from '../../behaviour/refusal-answer.ts'

/** The documented error body (SEC-029). Missing or wrong credentials are 403, because this interface does not document 401. */
export function renderRefusal(refusal: Refusal): Answer {
  const body: components['schemas']['ErrorBody'] = {
    errors: refusal.violations.length > 0 ? refusal.violations.map(({ message }) => message) : [refusal.detail],
  }
  const status = refusal.status ?? statuses[refusal.kind] ?? standardStatus[refusal.kind]
  return refusalAnswer(refusal, { status, mediaType: 'application/json', body })
}

const statuses: Partial<Record<Refusal['kind'], number>> = { unauthenticated: 403, 'unsupported-media-type': 400 }

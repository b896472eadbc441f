import type { components } from '../../../generated/secrets/types.ts'
import type { Answer } from '../../behaviour/definition.ts'
import type { Problem } from '../../behaviour/refusal.ts'
import { refusal, standardStatus } from '../../behaviour/refusal-answer.ts'

/** The documented error body (SEC-029); missing or wrong credentials are 403 here, and 401 is no status of this interface. */
export function renderProblem(problem: Problem): Answer {
  const body: components['schemas']['ErrorBody'] = {
    errors: problem.violations.length > 0 ? problem.violations.map(({ message }) => message) : [problem.detail],
  }
  const status = problem.status ?? statuses[problem.kind] ?? standardStatus[problem.kind]
  return refusal(problem, { status, mediaType: 'application/json', body })
}

const statuses: Partial<Record<Problem['kind'], number>> = { unauthenticated: 403, 'unsupported-media-type': 400 }

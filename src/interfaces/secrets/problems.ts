import type { components } from '../../../generated/secrets/types.ts'
import type { Problem } from '../problem.ts'
import { refusal, standardStatus } from '../refusal.ts'
import type { Answer } from '../slice.ts'

/** The documented error body (SEC-029); missing or wrong credentials are 403 here, and 401 is no status of this interface. */
export function renderProblem(problem: Problem): Answer {
  const body: components['schemas']['ErrorBody'] = {
    errors: problem.violations.length > 0 ? problem.violations.map(({ message }) => message) : [problem.detail],
  }
  const status = problem.status ?? statuses[problem.kind] ?? standardStatus[problem.kind]
  return refusal(problem, { status, mediaType: 'application/json', body })
}

const statuses: Partial<Record<Problem['kind'], number>> = { unauthenticated: 403, 'unsupported-media-type': 400 }

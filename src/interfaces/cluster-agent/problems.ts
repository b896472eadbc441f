import type { Problem } from '../problem.ts'
import { refusal, standardStatus } from '../refusal.ts'
import type { Answer } from '../slice.ts'

/** One line of plain text, as the family sends it; error bodies other than that of health are not shown (gap AGT-G37). */
export function renderProblem(problem: Problem): Answer {
  const denied = problem.kind === 'unauthenticated' || problem.kind === 'forbidden'
  return refusal(problem, {
    status: denied ? 403 : standardStatus[problem.kind],
    mediaType: 'text/plain',
    body: denied ? 'Permission denied' : problem.detail,
  })
}

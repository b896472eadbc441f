import type { Problem } from '../problem.ts'
import { refusal } from '../refusal.ts'
import type { Answer } from '../slice.ts'

/** One line of plain text, as members of this family answer what they do not serve; the documents show no error (KVC-G11). */
export function renderProblem(problem: Problem): Answer {
  return refusal(problem, { mediaType: 'text/plain', body: `${problem.detail}\n` })
}

import type { Answer } from '../../behaviour/definition.ts'
import type { Problem } from '../../behaviour/refusal.ts'
import { refusal } from '../../behaviour/refusal-answer.ts'

/** One line of plain text, as members of this family answer what they do not serve; the documents show no error (KVC-G11). */
export function renderProblem(problem: Problem): Answer {
  return refusal(problem, { mediaType: 'text/plain', body: `${problem.detail}\n` })
}

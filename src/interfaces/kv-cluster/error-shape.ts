import type { Answer } from '../../behaviour/definition.ts'
import type { Refusal } from '../../behaviour/refusal.ts'
import { refusalAnswer } from '../../behaviour/refusal-answer.ts'

/** One line of plain text, as members of this family answer unknown paths; the documents show no error (KVC-G11). */
export function renderRefusal(refusal: Refusal): Answer {
  return refusalAnswer(refusal, { mediaType: 'text/plain', body: `${refusal.detail}\n` })
}

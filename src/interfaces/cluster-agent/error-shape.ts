import type { Answer } from '../../behaviour/definition.ts'
import type { Refusal, Violation } from '../../behaviour/refusal.ts'
import { refusalAnswer } from '../../behaviour/refusal-answer.ts'

/** One line of plain text, as in the family. Error bodies are not documented, except for health (gap AGT-G37). */
export function renderRefusal(refusal: Refusal): Answer {
  return refusalAnswer(refusal, {
    mediaType: 'text/plain',
    body: (inOwnWords(refusal.violations) ?? refusal.detail).replaceAll(/\s+/g, ' '),
  })
}

/** The text of the documented example for a wrong parameter, if there is one. */
function inOwnWords([first]: readonly Violation[]): string | undefined {
  if (first?.path[0] !== 'query') return undefined
  const [, parameter = /'(\w+)'$/.exec(first.message)?.[1]] = first.path
  const missing = first.path.length === 1
  switch (parameter) {
    case 'address':
      return missing ? 'missing address' : 'invalid address: not of the form ip:port'
    case 'node':
      return missing ? 'missing node to force leave' : 'invalid node value'
    case 'prune':
      return 'invalid prune value'
  }
}

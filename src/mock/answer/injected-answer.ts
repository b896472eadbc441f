import { type Answer, hangUp, type InterfaceDefinition } from '../../behaviour/definition.ts'
import { Refusal, type RefusalKind } from '../../behaviour/refusal.ts'
import { standardStatus } from '../../behaviour/refusal-answer.ts'
import type { Operation } from '../../contract/operation.ts'
import { shownAnswer } from '../published/documented-answer.ts'
import type { InjectedFault } from '../session/faults.ts'

/** The answer that a fault puts in place of the interface's own; undefined if it leaves the answer to the interface. */
export function injectedAnswer(
  { effect }: InjectedFault,
  operation: Operation | undefined,
  definition: InterfaceDefinition,
): Answer | undefined {
  if (effect.kind === 'drop') return { status: 503, headers: {}, body: hangUp }
  return effect.kind === 'status' ? answerWithStatus(effect.status, operation, definition) : undefined
}

/** The operation's documented example with this status, or else an error in the interface's form (CTL-042). */
function answerWithStatus(status: number, operation: Operation | undefined, definition: InterfaceDefinition): Answer {
  return documentedExample(status, operation) ?? { ...definition.renderRefusal(refusalOf(status, operation)), status }
}

function documentedExample(status: number, operation: Operation | undefined): Answer | undefined {
  const response = operation?.shownResponses.find(({ code }) => code === String(status))
  return response && response.contents.length > 0 ? shownAnswer(response) : undefined
}

function refusalOf(status: number, operation: Operation | undefined): Refusal {
  const kinds = Object.keys(standardStatus) as RefusalKind[]
  const kind =
    kinds.find((candidate) => standardStatus[candidate] === status) ?? (status < 500 ? 'invalid-request' : 'internal')
  const detail = 'This status was injected through the control plane of the mock.'
  return new Refusal(kind, detail, { status, operation: operation?.id })
}

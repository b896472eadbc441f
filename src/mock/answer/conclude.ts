import { describeCredentialFault } from '../../behaviour/credential-fault.ts'
import { type Answer, hangUp } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { RuntimeInterface, RuntimeOperation } from '../../contract/runtime.ts'
import { mask } from '../../redaction/mask-request.ts'
import type { Vocabulary } from '../request/vocabulary.ts'
import type { RequestContext } from '../request-context.ts'
import { type InjectedFault, noFault } from '../session/faults.ts'
import type { HandledRequest, MockAnswer } from '../types.ts'
import { describeUndocumented, type Explain, explained, rulesOfViolations } from './explanation.ts'
import { nearestOperation } from './nearest-operation.ts'

interface Interface {
  runtime: RuntimeInterface
  vocabulary: Vocabulary
  /** Undefined when answers are not explained. */
  explain: ((operation: RuntimeOperation | undefined) => Explain) | undefined
}

/** An answer of an interface, with what its journal keeps. */
export type ConcludedAnswer = MockAnswer & { handled: HandledRequest }

/** The answer as the caller gets it, with its explanation and what the journal keeps. */
export function conclude(mock: Interface, context: RequestContext, outcome: Answer | Refusal): ConcludedAnswer {
  const { vocabulary, explain } = mock
  const { status, headers: given, body } = outcome instanceof Refusal ? context.refuse(outcome) : outcome
  const { received, routed, fault = noFault, assumed, undocumented, warnings } = context
  const rules = rulesBehind(context)
  const reason = reasonOf(mock, context)
  const headers =
    explain && !isInjected(fault)
      ? explained(given, explain(routed)(status, rules, assumed?.gap, isUndecided(context)), {
          reason,
          undocumented,
          warnings,
        })
      : given
  return {
    status,
    headers,
    body,
    delivery: body === hangUp ? 'dropped' : fault.effect.kind === 'truncate' ? 'truncated' : 'whole',
    handled: {
      operation: routed?.id,
      describe: describing(vocabulary, received.path, received.query, routed),
      rules,
      faults: fault.faults,
      reason,
      warnings: [...undocumented.map((part) => describeUndocumented(part, '…')), ...warnings],
    },
  }
}

/** The messages of an interface may lack the full stop. */
function asSentence(text: string): string {
  return /[.?!…]$/.test(text) ? text : `${text}.`
}

/** The answer is an example, which no rule decided. */
function isUndecided({ isUndecided, refused }: RequestContext): boolean {
  return isUndecided && !refused
}

/** Why the request was refused, or what decided its answer beside the rules. */
function reasonOf(mock: Interface, context: RequestContext): string | undefined {
  const { refused, assumed, isPreferred, received, state } = context
  if (isPreferred && !refused) return 'Prefer asked for this answer.'
  if (isUndecided(context)) return 'No behaviour decided: the answer is an example of the document.'
  if (!refused) return assumed?.reason
  const { credentials, detail, rules } = refused
  const roles = state.mounted.definition.credentials.map(({ role }) => role)
  const why = credentials
    ? describeCredentialFault(credentials, { roles, rules }) + hintAtPath(mock, context)
    : asSentence(mask(detail, received, mock.vocabulary.has))
  return assumed ? `${assumed.reason}: ${why}` : why
}

/** Interfaces that check credentials first also refuse a wrong path, but do not mention it. */
function hintAtPath({ runtime }: Interface, { match, received: { method, path, base = '' } }: RequestContext): string {
  if (match.kind !== 'not-found') return ''
  return ` No operation is at this path${nearestOperation(runtime, method, path, base) || '.'}`
}

/** The rules that decided, and the rules that the request breaks, each once. */
function rulesBehind({ rules, refused, routed }: RequestContext): readonly string[] {
  if (rules.length > 1) return [...new Set(rules)]
  if (rules.length === 1 || !refused || !routed) return rules
  return rulesOfViolations(routed, refused.violations)
}

/** The journal keeps the returned function, so the function refers only to the path and the query of the request. */
function describing(
  vocabulary: Vocabulary,
  path: string,
  query: string,
  operation: RuntimeOperation | undefined,
): () => { path: string; query: string[] } {
  return () => ({ path: vocabulary.describePath(path, operation), query: vocabulary.describeQuery(query) })
}

/** An injected status says nothing about the document's rules. */
function isInjected({ effect }: InjectedFault): boolean {
  return effect.kind === 'status'
}

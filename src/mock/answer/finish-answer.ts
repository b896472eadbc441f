import { describeCredentialFault } from '../../behaviour/credential-fault.ts'
import { type Answer, hangUp } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Contract } from '../../contract/contract.ts'
import type { Match } from '../../contract/router.ts'
import { mask } from '../../redaction/mask-request.ts'
import type { Vocabulary } from '../request/vocabulary.ts'
import type { RequestContext } from '../request-context.ts'
import { noFault } from '../session/faults.ts'
import { StorageError } from '../storage/storage.ts'
import type { FinishedAnswer, MockRequest } from '../types.ts'
import { describeUndocumented, type Explain, rulesOfViolations, withExplanation } from './explanation.ts'
import { nearestOperation } from './nearest-operation.ts'

/** What an interface needs to finish its answers. */
export interface AnsweringInterface {
  contract: Contract
  vocabulary: Vocabulary
  /** Undefined when answers are not explained. */
  explain: Explain | undefined
  /** Called with the reason when an answer is withheld. */
  onFault: (reason: string) => void
}

/** The answer as the caller gets it, with its explanation and what the journal keeps. */
export function finishAnswer(
  mock: AnsweringInterface,
  context: RequestContext,
  outcome: Answer | Refusal,
): FinishedAnswer {
  const { vocabulary, explain } = mock
  const { status, headers: given, body } = outcome instanceof Refusal ? context.refuse(outcome) : outcome
  const { received, routed, fault = noFault, assumed, undocumented, warnings } = context
  const rules = rulesBehind(context)
  const reason = reasonOf(mock, context)
  // An injected status says nothing about the document's rules.
  const headers =
    explain && fault.effect.kind !== 'status'
      ? withExplanation(given, explain(routed, { status, rules, gap: assumed?.gap, isExample: context.isUndecided }), {
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
      // The journal keeps the function, so the function refers only to the path and the query of the request.
      describe: vocabulary.describe.bind(undefined, received.path, received.query, routed),
      rules,
      faults: fault.faults,
      reason,
      warnings: [...undocumented.map((part) => describeUndocumented(part, '…')), ...warnings],
    },
  }
}

/** Why the request was refused, or what decided its answer beside the rules. */
function reasonOf(mock: AnsweringInterface, context: RequestContext): string | undefined {
  const { refused, assumed, isPreferred, isUndecided, received, state } = context
  if (isPreferred && !refused) return 'Prefer asked for this answer.'
  if (isUndecided) return 'No behaviour decided: the answer is an example of the document.'
  if (!refused) return assumed?.reason
  const { credentials, detail, rules } = refused
  const roles = state.mounted.definition.credentials.map(({ role }) => role)
  const why = credentials
    ? describeCredentialFault(credentials, { roles, rules }) + hintAtPath(mock, context)
    : asSentence(mask(detail, received, mock.vocabulary.has))
  return assumed ? `${assumed.reason}: ${why}` : why
}

/** The messages of an interface may lack the full stop. */
function asSentence(text: string): string {
  return /[.?!…]$/.test(text) ? text : `${text}.`
}

/** Interfaces that check credentials first also refuse a wrong path, but do not mention it. */
function hintAtPath(
  { contract }: AnsweringInterface,
  { match, received: { method, path, base = '' } }: RequestContext,
): string {
  if (match.kind !== 'not-found') return ''
  return ` No operation is at this path${nearestOperation(contract, method, path, base) || '.'}`
}

/** The rules that decided, and the rules that the request breaks, each once. */
function rulesBehind({ rules, refused, routed }: RequestContext): readonly string[] {
  if (rules.length > 0 || !refused || !routed) return [...new Set(rules)]
  return rulesOfViolations(routed, refused.violations)
}

/** Refuses a request that leads to no operation, or answers OPTIONS. */
export function routingRefusal(
  contract: Contract,
  match: Exclude<Match, { kind: 'operation' }>,
  { method, path, base = '' }: MockRequest,
): Answer | Refusal {
  if (match.kind === 'malformed') return new Refusal('malformed-request', 'The path is not validly percent-encoded.')
  if (match.kind === 'not-found') {
    const hint = nearestOperation(contract, method, path, base) || '.'
    return new Refusal('not-found', `There is nothing at ${base}${path}${hint}`)
  }
  const allow = match.allow.join(', ')
  // `Allow` names OPTIONS, so OPTIONS is answered (RFC 9110, 9.3.7).
  if (method === 'OPTIONS') return { status: 204, headers: { allow }, body: undefined }
  const detail = `${method} is not supported at ${base}${path}; supported are ${allow}.`
  return new Refusal('method-not-allowed', detail, { allow: match.allow })
}

/** The answer to a request during which a step threw. */
export function failedAnswer(mock: AnsweringInterface, context: RequestContext, error: unknown): FinishedAnswer {
  if (!(error instanceof StorageError)) {
    // Waiting work fails when the caller has gone, and then nobody gets the answer.
    if (!context.received.peer.signal.aborted) report(mock, context, error)
    return finishAnswer(mock, context, new Refusal('internal', 'The mock failed; its log says why.'))
  }
  // The storage itself reports it once a minute: a full disk would fill the log as well.
  const answer = finishAnswer(mock, context, new Refusal('unavailable', error.message))
  if (error.retryAfter !== undefined) answer.headers = { ...answer.headers, 'retry-after': String(error.retryAfter) }
  return answer
}

/** The refusal in place of an answer that breaks the contract. */
export function refuseBrokenAnswer(mock: AnsweringInterface, context: RequestContext, breach: string): Refusal {
  report(mock, context, `the answer breaks the contract: ${breach}`)
  return new Refusal('internal', `The mock's own answer breaks the contract: ${breach}`)
}

function report({ onFault, vocabulary }: AnsweringInterface, context: RequestContext, fault: unknown): void {
  const [message, frames] = fault instanceof Error ? [`${fault.name}: ${fault.message}`, framesOf(fault)] : [fault, '']
  const place = context.operation ?? 'no operation'
  onFault(`${place}: ${mask(String(message), context.received, vocabulary.has)}${frames}`)
}

/** The stack without the error's message, which may repeat a request. */
function framesOf({ stack = '', message }: Error): string {
  return stack.slice(stack.indexOf(message) + message.length)
}

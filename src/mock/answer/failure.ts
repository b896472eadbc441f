import type { Answer } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Match } from '../../contract/router.ts'
import type { RuntimeInterface } from '../../contract/runtime.ts'
import { mask } from '../../redaction/mask-request.ts'
import type { Vocabulary } from '../request/vocabulary.ts'
import type { RequestContext } from '../request-context.ts'
import { StorageError } from '../storage/storage.ts'
import type { MockRequest } from '../types.ts'
import { nearestOperation } from './nearest-operation.ts'

interface Interface {
  vocabulary: Vocabulary
  /** Called with the reason when an answer is withheld. */
  onFault: (reason: string) => void
}

/** Why a request leads to no operation. */
export function whyNotRouted(
  runtime: RuntimeInterface,
  match: Exclude<Match, { kind: 'operation' }>,
  { method, path, base = '' }: MockRequest,
): Answer | Refusal {
  switch (match.kind) {
    case 'malformed':
      return new Refusal('malformed-request', 'The path is not validly percent-encoded.')
    case 'not-found':
      return new Refusal(
        'not-found',
        `There is nothing at ${base}${path}${nearestOperation(runtime, method, path, base) || '.'}`,
      )
    case 'method-not-allowed': {
      // `Allow` names OPTIONS, so OPTIONS is answered (RFC 9110, 9.3.7).
      if (method === 'OPTIONS') return { status: 204, headers: { allow: match.allow.join(', ') }, body: undefined }
      const detail = `${method} is not supported at ${base}${path}; supported are ${match.allow.join(', ')}.`
      return new Refusal('method-not-allowed', detail, { allow: match.allow })
    }
  }
}

/** Why a step threw. */
export function whyFailed(mock: Interface, context: RequestContext, error: unknown): Refusal {
  // The storage itself reports it once a minute: a full disk would fill the log as well.
  if (error instanceof StorageError) return new Refusal('unavailable', error.message)
  // Waiting work fails when the caller has gone, and then nobody gets the answer.
  if (!context.received.peer.signal.aborted) report(mock, context, error)
  return new Refusal('internal', 'The mock failed; its log says why.')
}

/** The refusal in place of an answer that breaks the contract. */
export function withhold(mock: Interface, context: RequestContext, breach: string): Refusal {
  report(mock, context, `the answer breaks the contract: ${breach}`)
  return new Refusal('internal', `The mock's own answer breaks the contract: ${breach}`)
}

function report({ onFault, vocabulary }: Interface, context: RequestContext, fault: unknown): void {
  const [message, frames] = fault instanceof Error ? [`${fault.name}: ${fault.message}`, framesOf(fault)] : [fault, '']
  const place = context.operation ?? 'no operation'
  onFault(`${place}: ${mask(String(message), context.received, vocabulary.has)}${frames}`)
}

/** The stack without the error's message, which may repeat a request. */
function framesOf({ stack = '', message }: Error): string {
  return stack.slice(stack.indexOf(message) + message.length)
}

import { randomUUID } from 'node:crypto'
import type { Check, Needs } from '../../check/check.ts'
import { ExpectationError } from '../../check/expect.ts'
import {
  type CheckTarget,
  type Difference,
  type Exchange,
  isWrite,
  nameOf,
  type Trace,
  UndeclaredNeedError,
} from '../context/check-target.ts'
import { type Context, createContext } from '../context/context.ts'
import { openControl } from '../context/control.ts'
import { InconclusiveError, messageOf } from '../context/inconclusive-error.ts'
import { whatIsMissing } from '../context/needs.ts'

/** The outcome of one check. */
export interface Outcome {
  /**
   * `passed`: the check showed the rule. `failed`: the target breaks the rule. `differs`: the rule holds, but the target differs from an
   * assumption of this contract. `inconclusive`: the check ran, but could not show whether the rule is kept. `skipped`: the check did not run.
   */
  result: 'passed' | 'failed' | 'differs' | 'inconclusive' | 'skipped'
  /** Why it was skipped or inconclusive, on one line. */
  reason?: string
  /** Why it failed. */
  error?: Error
  differences?: Difference[]
  /** Gaps of the assumptions that it has also shown: nothing of these is documented. */
  assumed?: string[]
  /** The exchanges of the check, in their order. */
  exchanges: Exchange[]
  /** Index of the exchange that shows the failure. */
  failedAt?: number
  /** Changes of the check that it could not undo, one line each. */
  stays?: string[]
  /** Milliseconds that each read had to wait after a write, because the target shows its changes late. */
  late?: number
}

export interface CheckOptions {
  /** Name of the session on the mock; a new one when absent. */
  sessionName?: string
  /** Ends the check; a timeout makes it fail. */
  signal?: AbortSignal
  /** Milliseconds to wait before a read that follows a write; default: 0. */
  settle?: number
  /** Gets what the check does, as it does it. */
  onStart?: (trace: Trace) => void
}

/** The run was stopped before the check had ended. */
class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

/**
 * Runs one check against a target. On the mock the check has a session.
 *
 * @throws {UndeclaredNeedError} when the check uses something that it does not declare
 */
export async function runCheck(
  checkTarget: CheckTarget,
  check: Pick<Check<Record<string, unknown>>, 'needs' | 'run'>,
  { sessionName = randomUUID(), signal, settle = 0, onStart }: CheckOptions = {},
): Promise<Outcome> {
  const { target, contract } = checkTarget
  const { needs = {} } = check
  const missing = whatIsMissing(needs, checkTarget)
  if (missing !== undefined) return { result: 'skipped', reason: missing, exchanges: [] }
  if (needs.changes && checkTarget.refusedRemoval !== undefined) {
    const reason = `nothing more is written to a server that does not remove what checks make: ${checkTarget.refusedRemoval}`
    return { result: 'skipped', reason, exchanges: [] }
  }

  const session = target.control && openControl(target.control, checkTarget.wire, contract.name, sessionName)
  const { context, trace } = createContext(checkTarget, { needs, session, signal, settle })
  onStart?.(trace)
  const { exchanges, differences, stays } = trace
  const error = await Promise.race([attempt(check, context), abortionOf(signal)])
  const answer = error instanceof ExpectationError && error.reply ? trace.answered.get(error.reply) : undefined
  const failedAt = answer ? exchanges.indexOf(answer) : exchanges.length - 1
  const changed = session || trace.putsBack ? [] : changesOf(checkTarget, exchanges, needs)
  await restore(trace)
  // The mock forgets a session that nobody uses.
  await session?.end().catch((error: unknown) => stays.push(`its session on the mock: ${messageOf(error)}`))
  if (stays.length === 0 && changed.length > 0) {
    stays.push(`what ${changed.join(' and ')} changed, since no document shows how to take it back`)
  }
  if (error instanceof UndeclaredNeedError) throw error
  const common = {
    exchanges,
    ...(stays.length > 0 ? { stays } : {}),
    ...(trace.assumed.size > 0 && { assumed: [...trace.assumed] }),
  }
  if (error instanceof StoppedError) return { ...common, result: 'skipped', reason: error.message }
  // A check reads answers by their documented types. Other rules check whether answers have that form.
  if (error instanceof TypeError) {
    const { operation = 'a request', status } = exchanges.at(failedAt) ?? {}
    const reason = `the answer of ${operation} (${status ?? 'none'}) does not have the form that this check reads`
    return { ...common, result: 'inconclusive', reason }
  }
  if (error instanceof InconclusiveError) return { ...common, result: 'inconclusive', reason: error.message }
  if (error) return { ...common, result: 'failed', error, failedAt }
  return differences.length > 0 ? { ...common, result: 'differs', differences } : { ...common, result: 'passed' }
}

/** Requests that have changed the target, and are not undone. */
function changesOf(checkTarget: CheckTarget, exchanges: readonly Exchange[], { changes }: Needs): string[] {
  const { ownership, target } = checkTarget
  const changing = exchanges.filter((exchange) => {
    const { operation, request, status = 0 } = exchange
    if (Math.floor(status / 100) !== 2 || !isWrite(checkTarget, exchange)) return false
    if (ownership?.mayChangeOthers(operation, request.url.slice(target.baseUrl.length))) return true
    // What a derived check changes of its own goes with the thing, but for what an action does.
    return changes === 'lasting' && (!ownership || (request.method === 'POST' && !ownership.creates(operation)))
  })
  return [...new Set(changing.map(nameOf))]
}

async function attempt(
  check: Pick<Check<Record<string, unknown>>, 'run'>,
  context: Context,
): Promise<Error | undefined> {
  try {
    await check.run(context)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Settles when the check must end early. */
async function abortionOf(signal: AbortSignal | undefined): Promise<Error> {
  const { promise, resolve } = Promise.withResolvers<Error>()
  const abort = () =>
    resolve(
      signal?.reason?.name === 'TimeoutError'
        ? new Error('the check took too long and was ended')
        : new StoppedError('the run was stopped'),
    )
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  return promise
}

/** Undoes every change, the last first, even after one that cannot be undone. A change that stays does not break the rule. */
async function restore(trace: Trace): Promise<void> {
  trace.isRestoring = true
  for (const step of trace.undo.reverse()) {
    await step().catch((error: unknown) => trace.stays.push(`what the check changed: ${messageOf(error)}`))
  }
}

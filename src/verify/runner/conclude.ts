import { isBusy } from '../context/check-requests.ts'
import { type CheckTarget, type Exchange, isWrite, nameOf } from '../context/check-target.ts'
import { wasClosed } from '../context/wire.ts'
import { type Outcome, runCheck } from './run-check.ts'
import type { RunnableCheck } from './select-checks.ts'

interface ConcludeOptions {
  /** ID of the rule. */
  rule?: string | undefined
  signal: AbortSignal
  /** Milliseconds for which a read may lag behind a write of the check. */
  settle: number
  /** Exchanges of the same check on a mock that keeps every rule. */
  healthyRun: (check: RunnableCheck) => Promise<readonly Exchange[]>
}

/** Runs of a check that end with an undocumented 5xx before the check fails. */
const maxBrokenRuns = 3

/**
 * Runs a check against somebody's server. What says nothing about a rule makes the check inconclusive: a refusal of a credential that the
 * target promised, a server that is busy, a closed connection. A read that lags behind the check's own write and a 5xx that
 * does not come again are no breach, so the check runs again where that is allowed.
 */
export async function runConclusively(
  checkTarget: CheckTarget,
  check: RunnableCheck,
  { rule, signal, settle, healthyRun }: ConcludeOptions,
): Promise<Outcome> {
  const isRepeatable = check.needs?.changes !== 'lasting'
  const stays: string[] = []
  // What cannot run again has to be right at once.
  let wait = checkTarget.lag === undefined ? 0 : isRepeatable ? Math.min(checkTarget.lag, settle) : settle
  let hasLagged = false
  for (let runs = 1; ; runs++) {
    const outcome = await runCheck(checkTarget, check, { signal, settle: wait })
    // What an earlier run could not undo stays as well.
    stays.push(...(outcome.stays ?? []))
    if (stays.length > 0) outcome.stays = stays
    const reason = await whyInconclusive(checkTarget, check, outcome, { rule, healthyRun })
    const lastStatus = decisive(outcome).at(-1)?.status ?? 0
    if (reason === undefined && hasLagged && isShown(outcome) && readsAfterWriting(checkTarget, outcome)) {
      const { lag = settle / 8 } = checkTarget
      Object.assign(checkTarget, { isLate: true, lag: Math.min(2 * lag, settle) })
      return { ...outcome, late: settle }
    }
    const mayRepeat =
      isRepeatable &&
      checkTarget.refusedRemoval === undefined &&
      !signal.aborted &&
      outcome.result !== 'skipped' &&
      !isShown(outcome)
    const isBroken = outcome.result === 'failed' && lastStatus >= 500 && runs < maxBrokenRuns
    // A check that ends early because of something else would end so again.
    const mayShowLater = outcome.result !== 'inconclusive' || decisive(outcome).some(({ status }) => status === 404)
    const mayLag =
      wait < settle && mayShowLater && mayShowMore(check, outcome) && readsAfterWriting(checkTarget, outcome)
    if (reason === undefined && mayRepeat && (isBroken || mayLag)) {
      hasLagged = !isBroken
      wait = settle
      continue
    }
    if (reason === undefined) return outcome
    const { exchanges } = outcome
    const left = stays.length > 0 && { stays }
    return { exchanges, ...left, result: 'inconclusive', reason }
  }
}

/** Whether a later read may show more. A derived check looks only for a thing that is not there: an answer of another form stays one. */
function mayShowMore({ needs }: RunnableCheck, outcome: Outcome): boolean {
  return needs?.own !== true || decisive(outcome).at(-1)?.status === 404
}

function isShown({ result }: Outcome): boolean {
  return result === 'passed' || result === 'differs'
}

/** The exchanges that the check looked at; later ones undo its changes. */
function decisive({ exchanges, failedAt = exchanges.length }: Outcome): readonly Exchange[] {
  return exchanges.slice(0, failedAt + 1).filter(({ undoes }) => !undoes)
}

/** True if the check has read after a write that the target took. */
function readsAfterWriting(checkTarget: CheckTarget, outcome: Outcome): boolean {
  const exchanges = decisive(outcome)
  const changes = (exchange: Exchange) => (exchange.status ?? 0) < 400 && isWrite(checkTarget, exchange)
  const first = exchanges.findIndex(changes)
  return first >= 0 && exchanges.slice(first + 1).some((exchange) => !changes(exchange))
}

/** Why the answers of a check say nothing about its rule; undefined if they do. */
async function whyInconclusive(
  checkTarget: CheckTarget,
  check: RunnableCheck,
  outcome: Outcome,
  { rule, healthyRun }: Pick<ConcludeOptions, 'healthyRun'> & { rule: string | undefined },
): Promise<string | undefined> {
  if (outcome.result === 'skipped' || outcome.result === 'inconclusive') return undefined
  if (outcome.error && wasClosed(outcome.error)) return outcome.error.message
  const exchanges = decisive(outcome)
  const doubtful = exchanges.filter(
    (exchange) => isDoubtful(checkTarget, exchange, outcome) && !isOfRole(checkTarget, exchange, rule),
  )
  if (doubtful.length === 0) return undefined
  const healthy = new Set((await healthyRun(check)).map(keyOf))
  const unexpected = doubtful.find((exchange) => !healthy.has(keyOf(exchange)))
  return unexpected && explain(unexpected)
}

/** An answer of one kind to one kind of request: the names of things differ from run to run. */
function keyOf({ operation, request, role, status }: Exchange): string {
  return `${operation ?? request.method} ${role} ${status}`
}

/**
 * A refusal of a promised credential, or an answer of a server that is busy. If the server has accepted the same credential for the
 * same operation, its refusal concerns the request.
 */
function isDoubtful(checkTarget: CheckTarget, exchange: Exchange, { result, exchanges }: Outcome): boolean {
  const { status = 0, operation, role, headers = {} } = exchange
  if (status === 401 || status === 403) {
    if (!carriesCredential(checkTarget, exchange)) return false
    const isSame = (one: Exchange) => one.operation === operation && one.role === role && (one.status ?? 500) < 400
    return result === 'failed' || !exchanges.some(isSame)
  }
  return (
    isBusy(status) &&
    !isElsewhere(checkTarget, exchange) &&
    (headers['retry-after'] !== undefined || documents(checkTarget, exchange))
  )
}

/** True if the request carries the credential of its role, unchanged. */
export function carriesCredential({ target }: CheckTarget, { role, request }: Exchange): boolean {
  const { headers = {}, form = {}, json = {}, query = {} } = (role !== null && target.credentials.get(role)) || {}
  const body = request.body?.toString() ?? ''
  const fields = new URLSearchParams(body)
  const sent = [
    ...Object.entries(headers).map(([name, value]) => request.headers[name] === value),
    ...Object.entries(form).map(([name, value]) => fields.get(name) === value),
    ...Object.values(json).map((value) => body.includes(JSON.stringify(value))),
    // It is added as the request is sent.
    ...Object.keys(query).map(() => true),
  ]
  return sent.length > 0 && sent.every(Boolean)
}

/** True for a request to another server than the target: a node whose state the target names, so that its answer counts. */
function isElsewhere({ target }: CheckTarget, { request }: Exchange): boolean {
  const own = [target.baseUrl, ...target.furtherUrls.values()].filter((url) => URL.canParse(url))
  return own.length > 0 && !own.some((url) => new URL(url).origin === new URL(request.url).origin)
}

/** The refusal of a credential of which the rule says that a server takes it. A token that is not known has no scope. */
function isOfRole({ checks }: CheckTarget, { role, status }: Exchange, rule: string | undefined): boolean {
  const { rules = [], scopes = [] } = (role !== null && checks.roles[role]) || {}
  const isRefusal = status === 403 || (status === 401 && scopes.length === 0)
  return rule !== undefined && isRefusal && rules.includes(rule)
}

function documents({ contract }: CheckTarget, { operation: id, status = 0 }: Exchange): boolean {
  return contract.operations.get(id ?? '')?.responses.has(String(status)) === true
}

function explain(exchange: Exchange): string {
  const { role, status = 0, headers = {} } = exchange
  const what = nameOf(exchange)
  if (status === 401 || status === 403) return `the server refuses ${what} to the credential '${role}' (${status})`
  const later = headers['retry-after']
  return `the server is busy or unavailable: it answers ${what} with ${status}${later === undefined ? '' : `, Retry-After ${later}`}`
}

import type { AttemptInput, Reply } from '../../check/check.ts'
import type { MessageCheck } from '../../contract/message-check.ts'
import type { Operation } from '../../contract/operation.ts'
import { printJson } from '../../json-text.ts'
import type { Exchange } from '../context/check-target.ts'
import type { Context } from '../context/context.ts'
import { InconclusiveError } from '../context/inconclusive-error.ts'
import { wasClosed } from '../context/wire.ts'
import type { ResourceObservation } from '../derive/observation.ts'
import { decoded } from '../derive/resources.ts'
import { readMethods } from '../target/target.ts'
import { isBroken, judge, type Probe, type Verdict } from './judge.ts'

/** What the probes of one run share. */
export interface ProbePlan {
  observation: ResourceObservation
  responses: MessageCheck
  budget: Budget
  seed: number
}

/** A fault, and the requests that show it. */
export interface Finding extends Verdict {
  operation: Operation
  /** The last one shows the fault. */
  exchanges: readonly Exchange[]
}

/** How much a run may ask, and how much of it the operation that is probed. */
export class Budget {
  #left: number
  #share = 0
  readonly #end: number
  #until = 0

  /** @param end milliseconds since 1970 */
  constructor(requests: number, end = Number.POSITIVE_INFINITY) {
    this.#left = requests
    this.#end = end
  }

  /** @param part of what is left that the next operation may take: 0 to 1 */
  begin(part: number): void {
    this.#share = Math.ceil(this.#left * part)
    this.#until = Math.min(this.#end, Date.now() + (this.#end - Date.now()) * part)
  }

  /** @param more requests of the operation, which are not taken off yet */
  isSpent(more = 0): boolean {
    return Math.min(this.#left, this.#share) <= more || Date.now() > this.#until
  }

  take(requests: number): void {
    this.#left -= requests
    this.#share -= requests
  }
}

/** Times that a request is answered with a 5xx, or not at all, before that is a fault of the server. */
const maxBroken = 3

/** Requests before the one that shows a fault that a finding keeps. */
const maxBefore = 6

/** Sends probes, and keeps what their answers show. */
export class Prober {
  readonly plan: ProbePlan
  readonly context: Context
  readonly findings: Finding[] = []
  /** Why an operation could not be probed as the document says, in the words of the server. */
  readonly reasons: string[] = []
  /** Causes whose smallest request is known. */
  readonly shrunk = new Set<string>()
  /** The operation has used its share of the requests, and has more to be asked. */
  isCut = false
  readonly #exchanges: readonly Exchange[]

  constructor(plan: ProbePlan, context: Context, exchanges: readonly Exchange[]) {
    this.plan = plan
    this.context = context
    this.#exchanges = exchanges
  }

  /**
   * Sends a probe, and judges its answer. A 5xx counts when it comes three times.
   *
   * @param send makes the request; undefined where none could be made
   * @returns the answer; undefined where there is none
   */
  async ask(operation: Operation, probe: Probe, send: () => Promise<Reply | undefined>): Promise<Reply | undefined> {
    this.isCut ||= this.plan.budget.isSpent(this.#exchanges.length)
    if (this.isCut) return undefined
    for (let tries = 1; ; tries++) {
      let reply: Reply | undefined
      try {
        reply = await send()
      } catch (error) {
        if (error instanceof InconclusiveError) {
          this.reasons.push(error.message)
          return undefined
        }
        if (!wasClosed(error)) throw error
        if (tries < maxBroken) continue
        const what = `${operation.id} closes the connection at ${probe.what}`
        this.add(operation, {
          result: 'failed',
          cause: `${operation.id} 5xx ${probe.place}`,
          what,
          expected: 'an answer',
          seen: 'none',
        })
        return undefined
      }
      if (reply === undefined) return undefined
      if (isBroken(operation, reply.status) && tries < maxBroken) continue
      for (const verdict of judge(this.plan.responses, operation, reply, probe)) this.add(operation, verdict)
      return reply
    }
  }

  /** Keeps a finding, with the requests that led to it. */
  add(operation: Operation, verdict: Verdict): void {
    const end = this.#exchanges.length
    const last = this.#exchanges.findLastIndex(({ operation: id }) => id === operation.id)
    const to = last < 0 ? end : last + 1
    const shown = this.#exchanges[to - 1]
    const before = shown ? this.#exchanges.slice(0, to - 1).filter((one) => leadsTo(one, shown)) : []
    this.findings.push({ ...verdict, operation, exchanges: [...before.slice(-maxBefore), ...(shown ? [shown] : [])] })
  }

  /** Reports a contradiction between two answers: the words go on after the ID of the operation. */
  fail(operation: Operation, words: string, expected: unknown, seen: unknown): void {
    const show = (value: unknown) => (typeof value === 'string' ? value : (printJson(value) ?? 'nothing'))
    const what = `${operation.id} ${words}`
    this.add(operation, { result: 'failed', cause: what, what, expected: show(expected), seen: show(seen) })
  }

  attempt(operation: Operation, input: AttemptInput): Promise<Reply> {
    return this.context.attempt(operation.id, input)
  }
}

/** True of a request on which the answer to a later one may depend: it made the thing, changed what is read, or is the same. */
function leadsTo({ request, status = 500, headers, text }: Exchange, { request: later }: Exchange): boolean {
  const [path = '', target = ''] = [request, later].map(({ url }) => url.replace(/\/?([?#].*)?$/, ''))
  const isRead = readMethods.has(request.method)
  if (path === target && readMethods.has(later.method)) return isRead || status < 300
  if (path === target) return status < 300 && !isRead && String(request.body) === String(later.body)
  const [key = ''] = target.startsWith(`${path}/`) ? target.slice(path.length + 1).split('/') : []
  return key !== '' && status < 300 && `${headers?.location} ${text}`.includes(decoded(key) || key)
}

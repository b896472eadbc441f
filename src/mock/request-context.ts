import type { Clock } from '../behaviour/clock.ts'
import type { AdmissionContext, Answer } from '../behaviour/definition.ts'
import type { InvalidPart, Refusal } from '../behaviour/refusal.ts'
import type { Store } from '../behaviour/store.ts'
import type { Operation } from '../contract/operation.ts'
import type { Match } from '../contract/router.ts'
import { addHeaders } from './answer/serialize.ts'
import { type Strictness, StrictRefusal } from './answer/strict.ts'
import type { OperationPlan } from './plan.ts'
import type { Choice, Preference } from './published/documented-answer.ts'
import type { Values } from './request/parameters.ts'
import type { UndocumentedPart } from './request/undocumented-parts.ts'
import type { InjectedFault } from './session/faults.ts'
import type { InterfaceState } from './session/session.ts'
import type { Transaction } from './storage/transaction.ts'
import { UpdatesOfRequest } from './storage/update-once.ts'
import type { MockRequest } from './types.ts'

/**
 * One request on its way through the engine, and the context of its behaviour. It is a class because V8 gives each object literal with a
 * getter its own hidden class.
 */
export class RequestContext implements AdmissionContext {
  /** The request as it was received. */
  readonly received: MockRequest
  readonly state: InterfaceState
  transaction!: Transaction
  /** The request with the path that is routed. An interface may change that path. */
  request: MockRequest
  conditions!: object
  store!: Store
  /** Rules that decided. Empty before the start, when a lost state engine may already end the request. */
  rules: string[] = []
  /** The gap that leaves the answer open, and the assumption that fills it. */
  assumed: { gap: string; reason: string } | undefined
  match!: Match
  /** The operation at the path; `operation` is its ID, which interfaces see. */
  routed: Operation | undefined
  operation: string | undefined
  /** Known once the request is read. */
  plan!: OperationPlan
  /** Converted to the types of the document. */
  parameters!: { path: Values; query: Values; header: Values }
  /** Values of the variables in the address of the document's first server. */
  server!: Record<string, string>
  /** Names of the parameters in the query, in their order. */
  queryNames!: readonly string[]
  /** The body as a behaviour reads it: a form as its fields. */
  body: unknown
  /** The answer that the caller asks for. */
  preference!: Preference
  /** What the document has for an answer that comes from it; a `Refusal` where it has none that fits. */
  choice: Choice | Refusal | undefined
  /** What is wrong with the parameters and the body. */
  violations!: readonly InvalidPart[]
  /** The setting of the session, or else of the mock. */
  strictness!: Strictness
  undocumented: readonly UndocumentedPart[] = []
  /** Sentences about the answer for `X-Mock-Warnings`. */
  warnings: string[] = []
  /** True when the caller chose the answer, by a preference. */
  isPreferred!: boolean
  caller: unknown
  /** Undefined until the session has looked for faults. Faults are applied once, however often the request runs. */
  fault: InjectedFault | undefined
  /** True once the fault has held the request back for its time. */
  hasWaited = false
  /** `when` by the clock of the session; `at` in milliseconds of `performance.now()`. */
  receivedAt!: { when: Date; at: number }
  refused: Refusal | undefined
  /** The operation has no behaviour, and the request is not refused: the answer is an example of the document. */
  isUndecided!: boolean
  #clock: Clock | undefined
  #updates: UpdatesOfRequest | undefined

  constructor(request: MockRequest, state: InterfaceState) {
    this.received = request
    this.request = request
    this.state = state
  }

  /** Starts the request, or starts it again, in a new transaction. */
  start(transaction: Transaction, conditions: object, strict: Strictness): void {
    this.transaction = transaction
    this.strictness = this.state.session.strict ?? strict
    this.#updates?.restart()
    // Read again on each run, because the clock may have been moved; but a request that was held back came before that.
    if (!this.hasWaited) {
      this.receivedAt = { when: this.state.session.clock.now(), at: this.receivedAt?.at ?? performance.now() }
    }
    this.store = transaction.store(this.state.mounted.name)
    this.conditions = conditions
    this.rules = []
    this.warnings = []
    this.assumed = undefined
    this.isPreferred = false
    this.choice = undefined
    this.caller = undefined
    this.refused = undefined
    this.isUndecided = false
  }

  get immediate(): Store {
    this.#updates ??= new UpdatesOfRequest()
    return this.#updates.store(this.state.immediate)
  }

  /** The session's clock. A wait stores the changes so far, so that no transaction stays open meanwhile. */
  get clock(): Clock {
    const { session } = this.state
    this.#clock ??= {
      now: () => session.clock.now(),
      wait: async (milliseconds, signal) => {
        await this.transaction.checkpoint()
        await session.wait(milliseconds, signal)
      },
    }
    return this.#clock
  }

  get signal(): AbortSignal {
    return this.received.peer.signal
  }

  /** A property, because behaviours destructure their context. */
  readonly cite = (...rules: string[]): void => void this.rules.push(...rules)

  readonly assume = (gap: string, reason: string): void => {
    this.assumed = { gap, reason }
  }

  /** Records a refusal, and renders it in the form of the interface. */
  refuse(refusal: Refusal): Answer {
    this.refused = refusal
    this.isUndecided = false
    this.rules.push(...refusal.rules)
    if (refusal instanceof StrictRefusal) return refusal.answer
    const { status, headers, body } = this.state.mounted.definition.renderRefusal(refusal.of(this.operation))
    return { status, headers: addHeaders({}, headers), body }
  }
}

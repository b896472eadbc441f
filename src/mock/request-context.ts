import type { BehaviourContext } from '../behaviour/behaviour.ts'
import type { Clock } from '../behaviour/clock.ts'
import type { AdmissionRequest } from '../behaviour/definition.ts'
import type { Refusal } from '../behaviour/refusal.ts'
import type { Store } from '../behaviour/store.ts'
import type { RuntimeOperation } from '../contract/runtime.ts'
import { type InjectedFault, noFault } from './session/faults.ts'
import type { InterfaceState } from './session/session.ts'
import type { MockRequest } from './types.ts'

/**
 * A request on its way, and what a behaviour works with. A class, since an object that is written with a getter of its own is a shape
 * of its own for V8.
 */
export class RequestContext implements BehaviourContext<object> {
  readonly request: MockRequest
  readonly state: InterfaceState
  readonly store: Store
  readonly clock: Clock
  readonly conditions: object
  readonly rules: string[] = []
  /** Path to route. */
  path: string
  caller: unknown
  operation: RuntimeOperation | undefined
  fault: Readonly<InjectedFault> = noFault
  refused: Refusal | undefined

  constructor(request: MockRequest, state: InterfaceState, conditions: object) {
    this.request = request
    this.path = request.path
    this.state = state
    this.store = state.store
    this.clock = state.clock
    this.conditions = conditions
  }

  /** The operation once it is found, and the path that it was found by. */
  get asked(): AdmissionRequest {
    const { method, query, headers, body } = this.request
    return { operation: this.operation?.id, method, path: this.path, query, headers, body }
  }

  /** Few ask for it. */
  get signal(): AbortSignal {
    return this.request.peer.signal
  }

  /** Behaviours take it out of their context. */
  readonly because = (...rules: string[]): void => void this.rules.push(...rules)

  refuse(refusal: Refusal): void {
    this.refused = refusal
    this.rules.push(...refusal.rules)
  }
}

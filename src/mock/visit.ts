import type { BehaviourContext } from '../interfaces/behaviour.ts'
import type { Problem } from '../interfaces/problem.ts'
import type { RuntimeOperation } from '../interfaces/runtime.ts'
import type { AdmissionRequest } from '../interfaces/slice.ts'
import type { Clock, Store } from '../interfaces/world.ts'
import type { MockRequest } from './exchange.ts'
import { type Strike, unharmed } from './faults.ts'
import type { World } from './session.ts'

/**
 * A request on its way, and what a behaviour works with. A class, since an object that is written with a getter of its own is a shape
 * of its own for V8.
 */
export class Visit implements BehaviourContext<object> {
  readonly request: MockRequest
  readonly world: World
  readonly store: Store
  readonly clock: Clock
  readonly conditions: object
  readonly rules: string[] = []
  /** Path to route. */
  path: string
  caller: unknown
  operation: RuntimeOperation | undefined
  strike: Readonly<Strike> = unharmed
  refused: Problem | undefined

  constructor(request: MockRequest, world: World, conditions: object) {
    this.request = request
    this.path = request.path
    this.world = world
    this.store = world.store
    this.clock = world.clock
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

  refuse(problem: Problem): void {
    this.refused = problem
    this.rules.push(...problem.rules)
  }
}

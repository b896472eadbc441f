import type { operations } from '../../../generated/secrets/types.ts'
import type { BehaviourContext, Behaviours } from '../../behaviour/behaviour.ts'
import type { Access } from './access.ts'
import type { Target } from './address.ts'
import type { Conditions } from './conditions.ts'

/** Who calls, and what about. */
export interface Caller {
  target: Target
  /** What the caller may do there; nothing where no token is needed. */
  access: Access
}

export type Context = BehaviourContext<Conditions, Caller>
export type SecretsBehaviours = Behaviours<operations, Conditions, Caller>

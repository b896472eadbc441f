import type { operations } from '../../../generated/secrets/types.ts'
import type { BehaviourContext, Behaviours } from '../../behaviour/behaviour.ts'
import type { Access } from './access.ts'
import type { Target } from './address.ts'
import type { Conditions } from './conditions.ts'

/** The caller, and the target of the request. */
export interface Caller {
  target: Target
  /** The caller's rights at the target; empty if no token is needed. */
  access: Access
}

export type Context = BehaviourContext<Conditions, Caller>
export type SecretsBehaviours = Behaviours<operations, Conditions, Caller>

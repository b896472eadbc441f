import type { operations } from '../../../generated/secrets/types.ts'
import type { BehaviourContext, Behaviours } from '../../behaviour/behaviour.ts'
import type { Target } from './address.ts'
import type { Conditions } from './conditions.ts'

/** What admission found out: the target of the request. */
export interface Caller {
  target: Target
}

export type SecretsContext = BehaviourContext<Conditions, Caller>
export type SecretsBehaviours = Behaviours<operations, Conditions, Caller>

import type { operations } from '../../../generated/kv-cluster/types.ts'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { actions } from './actions.ts'
import { type AddressedMember, address, admit } from './admission.ts'
import { behaviours } from './behaviour.ts'
import { type Conditions, conditions } from './conditions.ts'
import { renderRefusal } from './error-shape.ts'
import { recordKinds } from './record-kinds.ts'
import { credentials, records, seed } from './seed.ts'

export const definition: InterfaceDefinition<operations, Conditions, AddressedMember> = {
  actions,
  address,
  admit,
  behaviours,
  conditions,
  credentials,
  recordKinds,
  records,
  renderRefusal,
  seed,
}

import type { operations } from '../../../generated/cluster-agent/types.ts'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { actions } from './actions.ts'
import { admit } from './admission.ts'
import { behaviours } from './behaviour.ts'
import { type Conditions, conditions } from './conditions.ts'
import { renderRefusal } from './error-shape.ts'
import { recordKinds } from './record-kinds.ts'
import { credentials, records, seed } from './seed.ts'

export const definition: InterfaceDefinition<operations, Conditions, undefined> = {
  actions,
  admit,
  behaviours,
  conditions,
  credentials,
  recordKinds,
  records,
  renderRefusal,
  seed,
  // As in the family, the body is read as JSON whatever the header says.
  ignoresContentType: true,
}

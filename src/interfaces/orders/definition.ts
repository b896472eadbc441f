import type { operations } from '../../../generated/orders/types.ts'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { actions } from './actions.ts'
import { admit } from './admission.ts'
import { behaviours } from './behaviour.ts'
import { renderRefusal } from './error-shape.ts'
import { recordKinds } from './record-kinds.ts'
import { credentials, records, seed } from './seed.ts'

export const definition: InterfaceDefinition<operations> = {
  actions,
  admit,
  behaviours,
  credentials,
  recordKinds,
  records,
  renderRefusal,
  seed,
}

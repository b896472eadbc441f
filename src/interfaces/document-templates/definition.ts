import type { operations } from '../../../generated/document-templates/types.ts'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { admit } from './admission.ts'
import { behaviours } from './behaviour.ts'
import { type Conditions, conditions } from './conditions.ts'
import { renderRefusal } from './error-shape.ts'
import { recordKinds } from './record-kinds.ts'
import { credentials, seed, seededRecords } from './seed.ts'
import type { Caller } from './state.ts'

export const definition: InterfaceDefinition<operations, Conditions, Caller> = {
  admit,
  behaviours,
  conditions,
  credentials,
  recordKinds,
  records: seededRecords,
  renderRefusal,
  seed,
}

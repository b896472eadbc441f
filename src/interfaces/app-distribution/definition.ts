import type { operations } from '../../../generated/app-distribution/types.ts'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { admit } from './admission.ts'
import { behaviours } from './behaviour.ts'
import { renderRefusal } from './error-shape.ts'
import { recordKinds } from './record-kinds.ts'
import { credentials, seed, seededRecords } from './seed.ts'
import type { Token } from './state.ts'

export const definition: InterfaceDefinition<operations, object, Token> = {
  admit,
  behaviours,
  credentials,
  recordKinds,
  records: seededRecords,
  renderRefusal,
  seed,
}

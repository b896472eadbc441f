import type { operations } from '../../../generated/oauth-token/types.ts'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { admit, type Caller } from './admission.ts'
import { behaviours } from './behaviour.ts'
import { renderRefusal } from './error-shape.ts'
import { recordKinds } from './record-kinds.ts'
import { credentials, records, seed } from './seed.ts'

export const definition: InterfaceDefinition<operations, object, Caller> = {
  admit,
  behaviours,
  credentials,
  recordKinds,
  records,
  renderRefusal,
  seed,
}

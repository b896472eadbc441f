import type { operations } from '../../../generated/secrets/types.ts'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { actions } from './actions.ts'
import { admit } from './auth/admission.ts'
import { behaviours } from './behaviour.ts'
import type { Caller } from './caller.ts'
import { type Conditions, conditions } from './conditions.ts'
import { renderRefusal } from './error-shape.ts'
import { recordKinds } from './record-kinds.ts'
import { address } from './routing.ts'
import { credentials, records, seed } from './seed.ts'

export const definition: InterfaceDefinition<operations, Conditions, Caller> = {
  actions,
  address,
  admit,
  behaviours,
  conditions,
  credentials,
  // Bodies are JSON, whatever the header says (SEC-016, SEC-019).
  ignoresContentType: true,
  recordKinds,
  records,
  renderRefusal,
  seed,
}

import type { operations } from '../../../generated/work-management/types.ts'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { admit } from './admission.ts'
import { renderRefusal } from './error-shape.ts'
import { recordKinds } from './record-kinds.ts'
import { credentials, seed, seededRecords } from './seed.ts'
import { userBehaviours } from './users.ts'
import { workflowBehaviours } from './workflows.ts'

export const definition: InterfaceDefinition<operations, object, undefined> = {
  admit,
  behaviours: { ...workflowBehaviours, ...userBehaviours },
  credentials,
  recordKinds,
  records: seededRecords,
  renderRefusal,
  seed,
}

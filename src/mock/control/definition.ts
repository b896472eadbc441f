import type { operations } from '../../../generated/mock-control/types.ts'
import type { Answer, InterfaceDefinition } from '../../behaviour/definition.ts'
import { problemDetails } from '../../behaviour/problem-details.ts'
import type { Refusal } from '../../behaviour/refusal.ts'
import { createAccess } from './access.ts'
import { actionBehaviours } from './actions.ts'
import { clockBehaviours } from './clock.ts'
import { conditionBehaviours } from './conditions.ts'
import { faultBehaviours } from './faults.ts'
import { interfaceBehaviours } from './interfaces.ts'
import { journalBehaviours } from './journal.ts'
import type { Plane } from './plane.ts'
import { recordBehaviours } from './records.ts'
import { seedBehaviours } from './seed.ts'
import { sessionBehaviours } from './sessions.ts'
import { snapshotBehaviours } from './snapshots.ts'

/** The mock's own interface, held to its own document by the same machinery as the others. */
export function createControlDefinition(plane: Plane, token: string | undefined): InterfaceDefinition<operations> {
  return {
    credentials: [],
    admit: createAccess(token),
    renderRefusal,
    behaviours: {
      ...interfaceBehaviours(plane),
      ...sessionBehaviours(plane),
      ...seedBehaviours(plane),
      ...snapshotBehaviours(plane),
      ...clockBehaviours(plane),
      ...conditionBehaviours(plane),
      ...recordBehaviours(plane),
      ...actionBehaviours(plane),
      ...faultBehaviours(plane),
      ...journalBehaviours(plane),
    },
  }
}

function renderRefusal(refusal: Refusal): Answer {
  const challenge = { 'www-authenticate': 'Bearer realm="mock-control"' }
  return problemDetails(refusal, { headers: refusal.kind === 'unauthenticated' ? challenge : {} })
}

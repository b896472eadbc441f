import type { operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { misfit } from './declared-schema.ts'
import { inInterface, type Plane } from './plane.ts'
import { findAction } from './served.ts'

export function actionBehaviours(plane: Plane): Behaviours<operations> {
  return {
    runAction: ({ path, body }, { signal, because }) =>
      inInterface(plane, path, async ({ served, state, unit }) => {
        const action = findAction(path.action, served)
        if (action instanceof Refusal) return action
        const input = body === undefined ? {} : body
        const refusal = misfit('The input', input, action.schema)
        if (refusal) return refusal
        const { immediate, session } = state
        const conditions = await state.conditions(unit)
        const context = { store: state.store(unit), immediate, clock: session.clock, conditions, signal, because }
        // The schema that the action declares is that of its input.
        const result = await action.run(input as never, context)
        if (result instanceof Refusal) return result
        return result === undefined ? { status: 204 } : { status: 200, body: result }
      }),
  }
}

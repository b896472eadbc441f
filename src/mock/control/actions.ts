import type { operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { misfit } from './declared-schema.ts'
import { inSession, type Plane } from './plane.ts'
import { findAction, findServed } from './served.ts'

export function actionBehaviours(plane: Plane): Behaviours<operations> {
  return {
    runAction: ({ path, body }, { signal, because }) =>
      inSession(plane, path.session, async (session) => {
        const served = findServed(path.interface, plane.served)
        if (served instanceof Refusal) return served
        const action = findAction(path.action, served)
        if (action instanceof Refusal) return action
        const input = body === undefined ? {} : body
        const refusal = misfit('The input', input, action.schema)
        if (refusal) return refusal
        const { store, clock, conditions } = await session.state(served.mounted)
        const context = { store, clock, conditions: await conditions(), signal, because }
        // The schema that the action declares is that of its input.
        const result = await action.run(input as never, context)
        if (result instanceof Refusal) return result
        return result === undefined ? { status: 204 } : { status: 200, body: result }
      }),
  }
}

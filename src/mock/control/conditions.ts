import type { operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { setConditions } from '../session/session.ts'
import { misfit } from './declared-schema.ts'
import { inInterface, inSession, type Plane } from './plane.ts'
import { conditionsOf, findServed, type Served } from './served.ts'

export function conditionBehaviours(plane: Plane): Behaviours<operations> {
  return {
    getConditions: ({ path }) =>
      // Not `inInterface`: reading the conditions gives an interface no records.
      inSession(plane, path.session, async (session, unit) => {
        const served = findServed(path.interface, plane.served)
        if (served instanceof Refusal) return served
        return { status: 200, body: { ...(await session.state(served.mounted).conditions(unit)) } }
      }),

    changeConditions: ({ path, body }) =>
      inInterface(plane, path, async ({ served, state, unit }) => {
        const refusal = wrongConditions(body, served)
        if (refusal) return refusal
        const set = state.store(unit).collection(setConditions)
        for (const [name, value] of Object.entries(body)) await set.set(name, value)
        return { status: 200, body: { ...(await state.conditions(unit)) } }
      }),
  }
}

/** What is wrong with new values of conditions; undefined when nothing is (CTL-030, CTL-031). */
export function wrongConditions(values: object, { engine }: Served): Refusal | undefined {
  const declared = conditionsOf(engine.definition)
  for (const [name, value] of Object.entries(values)) {
    const condition = Object.hasOwn(declared, name) ? declared[name] : undefined
    if (!condition) return unknownCondition(name, engine.runtime.name, Object.keys(declared))
    const refusal = misfit(name, value, condition.schema)
    if (refusal) return refusal
  }
  return undefined
}

function unknownCondition(name: string, owner: string, known: string[]): Refusal {
  const hint = known.length > 0 ? `known are ${known.join(', ')}` : 'it has none'
  return new Refusal('invalid-request', `'${name}' is no condition of ${owner}; ${hint}.`, { rules: ['CTL-030'] })
}

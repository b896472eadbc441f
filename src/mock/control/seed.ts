import type { components, operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { type InterfaceState, setConditions } from '../session/session.ts'
import type { UnitOfWork } from '../storage/unit-of-work.ts'
import { wrongConditions } from './conditions.ts'
import { misfit } from './declared-schema.ts'
import { inSession, type Plane } from './plane.ts'
import { findKind, findServed, type Served } from './served.ts'

type Seeds = components['schemas']['Seed']['interfaces'][string]

export function seedBehaviours(plane: Plane): Behaviours<operations> {
  return {
    seedSession: ({ path, body }) =>
      inSession(plane, path.session, async (session, unit) => {
        const checked: [Served, Seeds][] = []
        for (const [name, seeds] of Object.entries(body.interfaces)) {
          const served = findServed(name, plane.served)
          if (served instanceof Refusal) return problemAnswer(served)
          const refusal = wrongSeeds(seeds, served)
          if (refusal) return problemAnswer(refusal)
          checked.push([served, seeds])
        }
        for (const [served, seeds] of checked) await write(seeds, session.state(served.mounted), unit)
        return { status: 204 }
      }),
  }
}

/** What is unknown is part of a body here, and not of a path. */
function problemAnswer({ detail }: Refusal): Refusal {
  return new Refusal('invalid-request', detail)
}

/** The first thing that is unknown or does not fit (CTL-017). */
function wrongSeeds({ records = {}, conditions = {} }: Seeds, served: Served): Refusal | undefined {
  for (const [name, byKey] of Object.entries(records)) {
    const kind = findKind(name, served)
    if (kind instanceof Refusal) return kind
    for (const [key, record] of Object.entries(byKey)) {
      const refusal = misfit(`The record '${key}' of kind ${name}`, record, kind.schema)
      if (refusal) return refusal
    }
  }
  return wrongConditions(conditions, served)
}

async function write({ records = {}, conditions = {} }: Seeds, state: InterfaceState, unit: UnitOfWork): Promise<void> {
  // Gives the interface its first records, in a unit of their own, before others are put beside them.
  await state.begin()
  for (const [kind, byKey] of Object.entries({ ...records, [setConditions]: conditions })) {
    for (const [key, record] of Object.entries(byKey)) await state.store(unit).collection(kind).set(key, record)
  }
}

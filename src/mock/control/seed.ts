import type { components, operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Problem } from '../../behaviour/refusal.ts'
import { type Session, setConditions } from '../session/session.ts'
import { wrongConditions } from './conditions.ts'
import { misfit } from './declared-schema.ts'
import { inSession, type Plane } from './plane.ts'
import { findKind, findServed, type Served } from './served.ts'

type Seeds = components['schemas']['Seed']['interfaces'][string]

export function seedBehaviours(plane: Plane): Behaviours<operations> {
  return {
    seedSession: ({ path, body }) =>
      inSession(plane, path.session, async (session) => {
        const checked: [Served, Seeds][] = []
        for (const [name, seeds] of Object.entries(body.interfaces)) {
          const served = findServed(name, plane.served)
          if (served instanceof Problem) return refusal(served)
          const problem = wrongSeeds(seeds, served)
          if (problem) return refusal(problem)
          checked.push([served, seeds])
        }
        for (const [served, seeds] of checked) await write(seeds, served, session)
        return { status: 204 }
      }),
  }
}

/** What is unknown is part of a body here, and not of a path. */
function refusal({ detail }: Problem): Problem {
  return new Problem('invalid-request', detail)
}

/** The first thing that is unknown or does not fit (CTL-017). */
function wrongSeeds({ records = {}, conditions = {} }: Seeds, served: Served): Problem | undefined {
  for (const [name, byKey] of Object.entries(records)) {
    const kind = findKind(name, served)
    if (kind instanceof Problem) return kind
    for (const [key, record] of Object.entries(byKey)) {
      const problem = misfit(`The record '${key}' of kind ${name}`, record, kind.schema)
      if (problem) return problem
    }
  }
  return wrongConditions(conditions, served)
}

async function write({ records = {}, conditions = {} }: Seeds, served: Served, session: Session): Promise<void> {
  const { store } = await session.state(served.mounted)
  for (const [kind, byKey] of Object.entries({ ...records, [setConditions]: conditions })) {
    for (const [key, record] of Object.entries(byKey)) await store.collection(kind).set(key, record)
  }
}

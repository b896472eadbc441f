import type { operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import type { RecordKind } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Collection } from '../../behaviour/store.ts'
import type { Session } from '../session/session.ts'
import { misfit } from './declared-schema.ts'
import { inSession, type Plane } from './plane.ts'
import { findKind, findServed } from './served.ts'

interface KindPath {
  session: string
  interface: string
  kind: string
}

export function recordBehaviours(plane: Plane): Behaviours<operations> {
  return {
    listRecords: ({ path }) =>
      inKind(path, async (records) => ({
        status: 200 as const,
        body: { records: Object.fromEntries(await records.entries()) },
      })),

    getRecord: ({ path }) =>
      inKind(path, async (records) => {
        const record = await records.get(path.key)
        return record === undefined ? noSuchRecord(path) : { status: 200 as const, body: record }
      }),

    putRecord: ({ path, body }) =>
      inKind(path, async (records, { schema }) => {
        const refusal = misfit('The record', body, schema)
        if (refusal) return refusal
        let replaced = false
        await records.update(path.key, (current) => {
          replaced = current !== undefined
          return body
        })
        return replaced ? { status: 200 as const, body } : { status: 201 as const, body }
      }),

    deleteRecord: ({ path }) =>
      inKind(path, async (records) =>
        (await records.delete(path.key)) ? { status: 204 as const } : noSuchRecord(path),
      ),
  }

  function inKind<Answer>(path: KindPath, answer: (records: Collection<unknown>, kind: RecordKind) => Promise<Answer>) {
    return inSession(plane, path.session, async (session: Session): Promise<Answer | Refusal> => {
      const served = findServed(path.interface, plane.served)
      if (served instanceof Refusal) return served
      const kind = findKind(path.kind, served)
      if (kind instanceof Refusal) return kind
      const { store } = await session.state(served.mounted)
      return answer(store.collection(path.kind), kind)
    })
  }
}

function noSuchRecord({ kind, key }: { kind: string; key: string }): Refusal {
  return new Refusal('not-found', `There is no record '${key}' of kind ${kind}.`)
}

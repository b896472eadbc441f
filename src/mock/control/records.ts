import type { operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import type { RecordKind } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Collection } from '../../behaviour/store.ts'
import { misfit } from './declared-schema.ts'
import { inInterface, type Plane } from './plane.ts'
import { findKind } from './served.ts'

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
        const replaced = (await records.get(path.key)) !== undefined
        await records.set(path.key, body)
        return replaced ? { status: 200 as const, body } : { status: 201 as const, body }
      }),

    deleteRecord: ({ path }) =>
      inKind(path, async (records) =>
        (await records.delete(path.key)) ? { status: 204 as const } : noSuchRecord(path),
      ),
  }

  function inKind<Answer extends { status: number }>(
    path: KindPath,
    answer: (records: Collection<unknown>, kind: RecordKind) => Promise<Answer | Refusal>,
  ) {
    return inInterface<Answer>(plane, path, async ({ served, state, unit }) => {
      const kind = findKind(path.kind, served)
      return kind instanceof Refusal ? kind : answer(state.store(unit).collection(path.kind), kind)
    })
  }
}

function noSuchRecord({ kind, key }: { kind: string; key: string }): Refusal {
  return new Refusal('not-found', `There is no record '${key}' of kind ${kind}.`)
}

import type { Store } from '../../behaviour/store.ts'
import type { RecordCollection } from './collections.ts'

export type StoredRecord = Record<string, unknown>

interface Entry {
  record: StoredRecord
  /** The document shows it: a caller may create it once more. */
  isShown?: true
}

/** The records of one collection with the same parents. */
export function recordsOf({ path }: RecordCollection, store: Store, parents: readonly unknown[]) {
  const collection = store.collection<Entry>(path)
  const prefix = parents.map((value) => `${encodeURIComponent(String(value))}/`).join('')
  const keyOf = (id: unknown) => prefix + encodeURIComponent(String(id))
  return {
    get: async (id: unknown) => (await collection.get(keyOf(id)))?.record,
    set: (id: unknown, record: StoredRecord) => collection.set(keyOf(id), { record }),
    /** Adds a record that the document shows. */
    seed: (id: unknown, record: StoredRecord) => collection.set(keyOf(id), { record, isShown: true }),
    delete: (id: unknown) => collection.delete(keyOf(id)),
    async entries(): Promise<(Entry & { id: string })[]> {
      const entries = await collection.entries()
      return entries.flatMap(([key, entry]) => {
        const rest = key.startsWith(prefix) ? key.slice(prefix.length) : '/'
        return rest.includes('/') ? [] : [{ ...entry, id: decodeURIComponent(rest) }]
      })
    },
  }
}

export type Records = ReturnType<typeof recordsOf>

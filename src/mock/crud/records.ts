import type { Store } from '../../behaviour/store.ts'
import type { RecordCollection } from '../../contract/collections/collections.ts'
import type { StoredRecord } from '../../contract/collections/record-form.ts'

interface Entry {
  record: StoredRecord
  /** The document shows it: a caller may create it once more. */
  isShown?: true
}

export interface KeptRecord extends Entry {
  /** Its key, as a path has it. */
  id: string
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
    async entries(): Promise<KeptRecord[]> {
      const entries = await collection.entries()
      return entries.flatMap(([key, entry]) =>
        key.startsWith(prefix) ? [{ ...entry, id: decodeURIComponent(key.slice(prefix.length)) }] : [],
      )
    },
  }
}

export type Records = ReturnType<typeof recordsOf>

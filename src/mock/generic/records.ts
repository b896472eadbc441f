import type { Store } from '../../behaviour/store.ts'
import type { DocumentNode } from '../../contract/json-pointer.ts'
import type { RecordCollection } from './collections.ts'
import { isNumber } from './shape.ts'

export type StoredRecord = Record<string, unknown>
export type PathValues = Readonly<Record<string, unknown>>

/** The records of one collection in a store, each under the values of its path. */
export function recordsOf({ path, parents }: RecordCollection, store: Store, at: PathValues) {
  const collection = store.collection<StoredRecord>(path)
  const prefix = parents.map((name) => `${encodeURIComponent(String(at[name]))}/`).join('')
  const keyOf = (id: unknown) => prefix + encodeURIComponent(String(id))
  return {
    get: (id: unknown) => collection.get(keyOf(id)),
    set: (id: unknown, record: StoredRecord) => collection.set(keyOf(id), record),
    delete: (id: unknown) => collection.delete(keyOf(id)),
    /** The records with the same parents. */
    async list(): Promise<StoredRecord[]> {
      const entries = await collection.entries()
      return entries.filter(([key]) => key.startsWith(prefix)).map(([, record]) => record)
    },
  }
}

/** A key that no record has: the next number, or a UUID where the document asks for one. */
export function freeKey(schema: DocumentNode, taken: ReadonlySet<string>): string | number {
  const highest = Math.max(0, ...[...taken].map(Number).filter(Number.isSafeInteger))
  const form = (index: number): string | number => {
    if (isNumber(schema)) return index
    return schema.format === 'uuid' ? `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` : String(index)
  }
  let index = highest + 1
  while (taken.has(String(form(index)))) index++
  return form(index)
}

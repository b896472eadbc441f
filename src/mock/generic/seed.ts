import type { Store } from '../../behaviour/store.ts'
import { isObject } from '../../contract/json-pointer.ts'
import { inside, type RecordCollection, type RecordOperation } from './collections.ts'
import { recordsOf } from './records.ts'

/** Puts the records that the document shows into a store: those of lists, reads and creations, each key once. */
export async function seedCollection(collection: RecordCollection, store: Store): Promise<void> {
  const { key, parents, parameter, operations } = collection
  const shown = operations.flatMap(recordsIn)
  const at = Object.fromEntries(parents.map((name) => [name, exampleOf(name, operations)]))
  if (Object.values(at).includes(undefined)) return
  const records = recordsOf(collection, store, at)
  for (const record of shown) {
    const id = record[key]
    if (id !== undefined && id !== null && !(await records.get(id))) await records.set(id, record)
  }
  // A reader of the document asks first for the record in the example of the path parameter.
  const id = exampleOf(parameter, operations)
  const [first] = shown
  if (first && id !== undefined && !(await records.get(id))) await records.set(id, { ...first, [key]: id })
}

function recordsIn({ role, shape, member }: RecordOperation): Record<string, unknown>[] {
  if (!shape || member === null || role === 'delete') return []
  return shape.examples.flatMap((example) => {
    return [inside({ ...shape, example }, member).example].flat().filter(isObject)
  })
}

/** The value that the document shows for a path parameter. */
function exampleOf(parameter: string, operations: readonly RecordOperation[]): unknown {
  for (const { http } of operations) {
    const [first] = http.request?.path?.find(({ name }) => name === parameter)?.examples ?? []
    if (first && 'value' in first) return first.value
  }
  return undefined
}

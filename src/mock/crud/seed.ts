import type { Store } from '../../behaviour/store.ts'
import {
  type BodyShape,
  isRecord,
  listsIn,
  mapIn,
  namesOf,
  objectsIn,
  shownBody,
  valueAtPlace,
} from '../../contract/collections/body-shape.ts'
import type { RecordCollection } from '../../contract/collections/collections.ts'
import { formOf, type StoredRecord, shownIds } from '../../contract/collections/record-form.ts'
import { type Records, recordsOf } from './records.ts'

/**
 * The records of a collection with the same parents. They start with those of the document's examples; records that belong to another one
 * do so only where the document shows that one.
 */
export async function seededRecords(
  collection: RecordCollection,
  store: Store,
  parents: readonly unknown[],
): Promise<Records> {
  const records = recordsOf(collection, store, parents)
  const marks = store.collection<object>(`${collection.path} (seeded)`)
  const at = `/${parents.join('/')}`
  if (await marks.get(at)) return records
  await marks.set(at, {})
  const { parent } = collection
  const shown = shownIds(collection)
  if (parent?.operations.has('create') && `/${shown.slice(0, parents.length).join('/')}` !== at) return records
  for (const [id, record] of examplesOf(collection)) if (!(await records.get(id))) await records.seed(id, record)
  // A reader of the document asks first for the record in the example of the path parameter.
  const id = shown[parents.length]
  if (await records.get(id)) return records
  const { example, withKey } = formOf(collection)
  const [first] = await records.entries()
  await records.seed(id, withKey(first?.record ?? example, id))
  return records
}

/** The records of the examples that have a key, with it: a member, or the name of a record in a map. */
function examplesOf({ operations, key }: RecordCollection): [id: unknown, record: StoredRecord][] {
  const list = shownBody(operations.get('list'))
  const map = list && mapIn(list)
  const ofMap = (example: unknown) => Object.entries(Object(valueAtPlace(example, map?.place ?? [])))
  const named = map
    ? list.examples.flatMap(ofMap).filter((entry): entry is [string, StoredRecord] => isRecord(entry[1]))
    : []
  if (key === undefined) return named
  const has = (shape: BodyShape) => namesOf(shape).includes(key)
  const keyed = (['list', 'read', 'create'] as const).flatMap((role) => {
    const body = shownBody(operations.get(role))
    const found = body && (role === 'list' ? listsIn(body).find(({ items }) => has(items)) : objectsIn(body).find(has))
    if (!found) return []
    return body.examples.flatMap((example) => valueAtPlace(example, found.place)).filter(isRecord)
  })
  return keyed.flatMap((record) => ((record[key] ?? null) === null ? [] : [[record[key], record]]))
}

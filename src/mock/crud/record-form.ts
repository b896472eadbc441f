import type { IHttpPathParam } from '@stoplight/types'
import { type BodyShape, isRecord, membersOf, namesOf, requiredOf } from '../../contract/collections/body-shape.ts'
import { bare, type RecordCollection, shapesIn } from '../../contract/collections/collections.ts'
import type { DocumentNode } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { acceptsIn } from '../../contract/schema/schemas.ts'
import { memoizeByObject } from '../../memoize.ts'
import type { StoredRecord } from './records.ts'

/** What a document shows of the records of a collection. */
interface RecordForm {
  /** An operation at the address of a record, if any of them has a role. */
  item: Operation
  names: ReadonlySet<string>
  /** A record of the answers, as their examples have it. */
  example: StoredRecord
  /** The members that each record must have, from the example: a server sets them if the caller does not. */
  required: StoredRecord
  /** The shape of a record, whose defaults a new record has. */
  shape: BodyShape
  /** Schemas of a key: of the path parameter, and of the member. */
  keySchemas: readonly DocumentNode[]
  /** A key of the path in the type of the record's member. */
  keyValue(id: unknown): unknown
  /** A record with its key, if records show one. */
  withKey(record: StoredRecord, id: unknown): StoredRecord
}

export const formOf = memoizeByObject((collection: RecordCollection): RecordForm => {
  const { key, operations, parameter } = collection
  const [item] = [...operations.values()] as [Operation, ...Operation[]]
  const shapes = shapesIn(operations).filter((shape) => key === undefined || namesOf(shape).includes(key))
  const [first = { schema: {}, example: {}, place: [] }] = shapes
  const example: StoredRecord = Object(first.example)
  const ofPath: DocumentNode = Object(pathParameter(item, parameter)?.schema)
  const ofMember: DocumentNode = Object(membersOf(first).find(({ place }) => place.at(-1) === key)?.schema)
  const keyValue = (id: unknown) =>
    [id, Number(id), String(id)].find((one) => acceptsIn(item.document, ofMember, one)) ?? id
  return {
    item,
    names: new Set(shapes.flatMap(namesOf)),
    example,
    required: Object.fromEntries(Object.entries(example).filter(([name]) => requiredOf(first).includes(name))),
    shape: first,
    keySchemas: [ofPath, ofMember],
    keyValue,
    withKey(record, id) {
      if (key === undefined) return record
      // A document may require `id`, and describe `Id`.
      const same = Object.keys(record).filter((name) => bare(name) === bare(key))
      return { ...record, ...Object.fromEntries([...same, key].map((name) => [name, keyValue(id)])) }
    },
  }
})

/** A record, and the objects in it, with the defaults of their schemas for members that are not given. */
export function withDefaults(shape: BodyShape, given: StoredRecord, allows = (_name: string) => true): StoredRecord {
  const [defaults, nested]: [StoredRecord, StoredRecord] = [{}, {}]
  for (const member of membersOf(shape)) {
    const { schema, place, document = {} } = member
    const name = place.at(-1) ?? ''
    const own = Object.hasOwn(given, name) ? given[name] : undefined
    if (isRecord(own)) nested[name] = withDefaults(member, own)
    if (allows(name) && Object.hasOwn(schema, 'default') && acceptsIn(document, schema, schema.default))
      defaults[name] = schema.default
  }
  return { ...defaults, ...given, ...nested }
}

export function pathParameter(operation: Operation, name: string): IHttpPathParam | undefined {
  return operation.http.request?.path?.find((one) => one.name === name)
}

import { memoizeByObject } from '../../memoize.ts'
import { type DocumentNode, nodeAt } from '../json-pointer.ts'
import { mediaTypesAt, type Operation, shownParameters } from '../operation.ts'
import { parametersIn } from '../router.ts'
import { sampleOf } from '../schema/make-sample.ts'
import { acceptsIn, schemasOf } from '../schema/schemas.ts'
import type { ShownValue } from '../shown-response.ts'
import { type BodyShape, isRecord, membersOf, namesOf, plainSchema, requiredOf } from './body-shape.ts'
import { bare, keyNames, type RecordCollection, shapesIn } from './collections.ts'

export type StoredRecord = Record<string, unknown>

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

/**
 * The values that the document shows for the path parameters of a record, or made-up ones. The mock has a record at this address, and
 * samples ask for it.
 */
export function shownIds(collection: RecordCollection): unknown[] {
  const { item, example, keySchemas, keyValue } = formOf(collection)
  const { path, parameter, parent, key = 'id' } = collection
  const own = Object.hasOwn(example, key) ? example[key] : undefined
  const ofParent = parent ? shownIds(parent) : []
  const accepts = (schema: unknown, value: unknown) => acceptsIn(item.document, schema, value)
  return [...parametersIn(path), parameter].map((name, at) => {
    if (name === '') return own ?? 1
    const { examples: [first] = [], schema } = pathParameter(item, name) ?? {}
    if (first) return first.value
    if (at < ofParent.length) return ofParent[at]
    const made = sampleOf(schema, { schemas: schemasOf(item.document, { side: 'request' }), hint: name }).value
    if (name !== parameter || own === undefined || accepts(keySchemas[1], keyValue(made))) return made
    // What the path allows may be no key of a record, such as a word for a number.
    return [own, String(own)].find((one) => accepts(schema, one)) ?? made
  })
}

/** Members of a record that most likely are its key. */
const maxKeyNames = 8

/** Members of the answers of a collection that most likely are the key of its records. */
const keysOf = memoizeByObject(({ operations, parameter, path }: RecordCollection): BodyShape[] => {
  const names = new Set(keyNames(parameter, path).slice(0, maxKeyNames).map(bare))
  const tops = [...operations.values()].flatMap(({ document, responses }) =>
    [...responses].flatMap(([status, response]) =>
      [...(status.startsWith('2') ? mediaTypesAt(document, response).values() : [])].map((media) => ({
        schema: plainSchema(nodeAt(document, media)?.schema, document),
        document,
      })),
    ),
  )
  const parts = tops.flatMap(({ schema, document }): BodyShape[] => {
    const top = { schema: plainSchema(schema.items ?? schema, document), example: undefined, place: [], document }
    const inner = membersOf(top).map((one) => ({
      ...one,
      schema: plainSchema(one.schema.items ?? one.schema, document),
    }))
    return [...membersOf(top), ...inner.flatMap(membersOf)]
  })
  return parts.filter(({ place }) => names.has(bare(place.at(-1) ?? '')))
})

/** Whether records may have the value as their key, as far as their schemas tell. To make up whole answers takes longer. */
export function mayBeKey(collection: RecordCollection, id: unknown): boolean {
  const accepts = ({ schema, document = {} }: BodyShape) =>
    [id, Number(id)].some((one) => acceptsIn(document, schema, one))
  return keysOf(collection).every(accepts)
}

function pathParameter(operation: Operation, name: string): ShownValue | undefined {
  return shownParameters(operation, 'path').find((one) => one.name === name)
}

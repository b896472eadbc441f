import type { IHttpOperation } from '@stoplight/types'
import { type DocumentNode, isObject } from '../../contract/json-pointer.ts'
import type { RuntimeOperation } from '../../contract/runtime.ts'
import { type BodyShape, followed, jsonShape, propertiesOf, successOf, typesOf } from './shape.ts'

export type Role = 'list' | 'create' | 'read' | 'replace' | 'patch' | 'delete'

/** An operation on the records of a collection. */
export interface RecordOperation {
  role: Role
  id: string
  http: IHttpOperation
  status: number
  /** The body of its answer; undefined when it answers without a body, or not in JSON. */
  shape: BodyShape | undefined
  /** Member of the answer that holds the record or the records; undefined when the answer itself does, `null` when there is none. */
  member: string | undefined | null
}

/** Records of one kind: `/shops/{shopId}/items`, with `/shops/{shopId}/items/{itemId}`. */
export interface RecordCollection {
  /** Path of the document. */
  path: string
  /** Path parameters before the one of the record: `shopId`. */
  parents: string[]
  /** Path parameter of the record: `itemId`. */
  parameter: string
  /** Member of a record that has the value of the parameter: `id`. */
  key: string
  /** Schema of that member. */
  keySchema: DocumentNode
  /** A record as the answer to a read shows it. */
  record: Pick<BodyShape, 'schema' | 'example' | 'root'>
  operations: RecordOperation[]
}

const roles: Partial<Record<string, Role>> = {
  'collection get': 'list',
  'collection post': 'create',
  // Some APIs update at the address of the collection, and name the record in the body.
  'collection put': 'replace',
  'collection patch': 'patch',
  'record get': 'read',
  'record put': 'replace',
  'record patch': 'patch',
  'record delete': 'delete',
}

/** The collections that the paths of an interface show, each with the operations that a generic behaviour can answer. */
export function findCollections(operations: readonly RuntimeOperation[]): RecordCollection[] {
  const paths = new Set(operations.map(({ path }) => path))
  return [...paths].flatMap((path) => {
    // A parameter after a parameter is a part of a record, and not a record of a collection.
    const [, parent = '', parameter = ''] = /(.*[^}])\/\{([^{}/]+)\}$/.exec(path) ?? []
    if (parameter === '') return []
    const found = collectionAt(operations, { path: parent, item: path, parameter })
    return found ? [found] : []
  })
}

function collectionAt(
  operations: readonly RuntimeOperation[],
  { path, item, parameter }: { path: string; item: string; parameter: string },
): RecordCollection | undefined {
  const read = operations.find((operation) => operation.path === item && operation.method === 'get')
  const shape = read && answerOf(read).shape
  const place = shape && placeOfRecord(shape, keyNames(parameter))
  if (!place) return undefined
  const here = operations.filter((operation) => operation.path === item || operation.path === path)
  return {
    path,
    parents: [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = '']) => name),
    parameter,
    ...place,
    operations: here.flatMap((operation) => {
      const role = roles[`${operation.path === item ? 'record' : 'collection'} ${operation.method}`]
      const answer = role && { role, id: operation.id, http: operation.http, ...answerOf(operation) }
      if (!answer) return []
      const member = role === 'list' ? memberOfList(answer.shape, place.key) : memberOfRecord(answer.shape, place.key)
      // A list must have records in its answer.
      return member === null && role === 'list' ? [] : [{ ...answer, member }]
    }),
  }
}

function answerOf({ http }: RuntimeOperation): { status: number; shape: BodyShape | undefined } {
  const success = successOf(http)
  return { status: success?.status ?? 200, shape: jsonShape(http, success?.response.contents) }
}

/** Names of the member that has the value of the path parameter, the most likely first: `petId`, `id`, `name`, … */
function keyNames(parameter: string): string[] {
  const last = /[A-Z]?[a-z0-9]+$/.exec(parameter)?.[0] ?? parameter
  return [parameter, last.toLowerCase(), 'id', '_id', 'uuid', 'key', 'slug', 'name']
}

function placeOfRecord(
  shape: BodyShape,
  names: readonly string[],
): Pick<RecordCollection, 'key' | 'keySchema' | 'record'> | undefined {
  for (const key of names) {
    const member = memberOfRecord(shape, key)
    if (member === null) continue
    const { schema, example } = inside(shape, member)
    const own = propertiesOf(schema, shape.root)[key]
    const keySchema = own ? followed(own, shape.root) : { type: typeof Object(example)[key] }
    if (!typesOf(keySchema).some((type) => type === 'object' || type === 'array' || type === 'boolean'))
      return { key, keySchema, record: { schema, example, root: shape.root } }
  }
  return undefined
}

/** Where an answer has a record with this key: at the top, or in one member. */
function memberOfRecord(shape: BodyShape | undefined, key: string): string | undefined | null {
  if (!shape) return null
  if (hasMember(shape.schema, shape.example, shape.root, key)) return undefined
  return onlyOne(membersOf(shape), (name) => {
    const { schema, example } = inside(shape, name)
    return hasMember(schema, example, shape.root, key)
  })
}

/** Where an answer has a list of records with this key. */
function memberOfList(shape: BodyShape | undefined, key: string): string | undefined | null {
  if (!shape) return null
  const isList = (schema: DocumentNode, example: unknown): boolean => {
    const { items } = followed(schema, shape.root)
    const [first] = Array.isArray(example) ? example : []
    return hasMember(isObject(items) ? items : {}, first, shape.root, key)
  }
  if (isList(shape.schema, shape.example)) return undefined
  return onlyOne(membersOf(shape), (name) => {
    const { schema, example } = inside(shape, name)
    return isList(schema, example)
  })
}

function hasMember(schema: DocumentNode, example: unknown, root: DocumentNode, name: string): boolean {
  return Object.hasOwn(propertiesOf(schema, root), name) || (isObject(example) && Object.hasOwn(example, name))
}

function membersOf({ schema, root, example }: BodyShape): string[] {
  const shown = isObject(example) && !Array.isArray(example) ? example : {}
  return Object.keys({ ...propertiesOf(schema, root), ...shown })
}

function onlyOne(names: readonly string[], fits: (name: string) => boolean): string | null {
  const [first, ...others] = names.filter(fits)
  return first !== undefined && others.length === 0 ? first : null
}

/** The schema and the example of a member of a body, or of the body itself. */
export function inside(
  { schema, root, example }: BodyShape,
  member: string | undefined,
): { schema: DocumentNode; example: unknown } {
  if (member === undefined) return { schema, example }
  return { schema: propertiesOf(schema, root)[member] ?? {}, example: Object(example)[member] }
}

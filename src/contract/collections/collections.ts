import { isMapping } from '../json-pointer.ts'
import type { Operation } from '../operation.ts'
import { suggest } from '../suggest.ts'
import type { YamlPart } from '../yaml-file.ts'
import { type BodyShape, jsonBody, listsIn, mapIn, namesOf, objectsIn, shownBody, valueAtPlace } from './body-shape.ts'

export type Role = 'list' | 'create' | 'read' | 'replace' | 'patch' | 'delete'

/** A line of the file that corrects what is recognised: false for a path that is no collection. */
export type Correction = false | { key?: string }

/** Records of one kind: `/shops/{shopId}/items`, with `/shops/{shopId}/items/{itemId}`. */
export interface RecordCollection {
  /** Path of the document, without a slash or an extension at its end. */
  path: string
  /** Number of path parameters before the one of the record. */
  parents: number
  /** Path parameter of the record: `itemId`; empty where a record has no address. */
  parameter: string
  operations: ReadonlyMap<Role, Operation>
  /** The collection whose record this collection belongs to. */
  parent?: RecordCollection | undefined
  /** Member of a record that has the value of the parameter; undefined when records show none. */
  readonly key: string | undefined
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

/**
 * The collections that the paths of an interface show. Their operations are read only when a request needs them.
 *
 * @param corrections by path
 */
export function findCollections(
  operations: readonly Operation[],
  corrections: Readonly<Record<string, Correction>> = {},
): RecordCollection[] {
  const byPath = Map.groupBy(operations, ({ path }) => withoutEnd(path))
  const found = [...byPath].flatMap(([item, ofRecord]) => {
    // A parameter after a parameter is a part of a record, and not a record of a collection.
    const [, path = '', parameter = ''] = /(.*[^}])\/\{([^{}/]+)\}$/.exec(item) ?? []
    const correction = corrections[path]
    if (parameter === '' || correction === false) return []
    return collectionOf(path, parameter, ofRecord, byPath.get(path) ?? [], correction?.key) ?? []
  })
  return found.map((collection) => withParent(collection, found))
}

function withParent(collection: RecordCollection, all: readonly RecordCollection[]): RecordCollection {
  const above = all.filter((other) => anyNames(collection.path).startsWith(`${anyNames(other.path)}/{}/`))
  collection.parent = above.sort((one, other) => other.path.length - one.path.length)[0]
  return collection
}

/** Lists without an address for a record, to which callers can add: `/comments`. Their bodies are read only when `isListOfSent` asks. */
export function findLists(
  operations: readonly Operation[],
  corrections: Readonly<Record<string, Correction>> = {},
  collections = findCollections(operations, corrections),
): RecordCollection[] {
  const known = new Set(collections.map(({ path }) => path))
  return [...Map.groupBy(operations, ({ path }) => withoutEnd(path))].flatMap(([path, ofAll]) => {
    const correction = corrections[path]
    if (known.has(path) || path.endsWith('}') || correction === false) return []
    const found = collectionOf(path, '', [], ofAll, correction?.key)
    return found?.operations.has('create') && found.operations.has('list') ? [withParent(found, collections)] : []
  })
}

/** True if all that a caller sends to a list are members of what it shows. A search has others. */
export function isListOfSent({ operations }: RecordCollection): boolean {
  const create = operations.get('create')
  const sent = create && jsonBody(create, create.contents)
  const list = shownBody(operations.get('list'))
  const shown = new Set((list ? listsIn(list) : []).flatMap(({ items }) => namesOf(items)))
  const names = sent ? namesOf(sent) : []
  return names.length > 0 && names.every((name) => shown.has(name))
}

/** Paths that differ only in the names of their parameters are one path. */
export function anyNames(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}')
}

function withoutEnd(path: string): string {
  return path.replace(/(\.(json|xml))?\/?$/, '')
}

function collectionOf(
  path: string,
  parameter: string,
  ofRecord: readonly Operation[],
  ofAll: readonly Operation[],
  correctedKey: string | undefined,
): RecordCollection | undefined {
  const operations = new Map<Role, Operation>()
  const add = (place: string, operation: Operation) => {
    const role = roles[`${place} ${operation.method}`]
    if (role && !operations.has(role)) operations.set(role, operation)
  }
  for (const operation of ofRecord) add('record', operation)
  for (const operation of ofAll) add('collection', operation)
  const canCreate = operations.has('create') || ofRecord.some(({ method }) => method === 'put')
  const canShow = operations.has('read') || operations.has('list')
  if (!canCreate || !canShow) return undefined
  let key: { name: string | undefined } | undefined = correctedKey === undefined ? undefined : { name: correctedKey }
  return {
    path,
    parents: path.split('{').length - 1,
    parameter,
    operations,
    get key() {
      key ??= { name: keyOf(operations, parameter, path) }
      return key.name
    },
  }
}

/** What the things of a collection are called: `/pets` → `pet`. */
export function kindOf(path: string): string {
  return lastSegment(path).replace(/ies$/, 'y').replace(/s$/, '')
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Names of the member that has the value of the path parameter, the most likely first: `petId`, `id`, `name`, … */
export function keyNames(parameter: string, path: string): string[] {
  const last = /[A-Z]?[a-z0-9]+$/.exec(parameter)?.[0] ?? parameter
  const kind = kindOf(path)
  const usual = [
    '_id',
    'uuid',
    'guid',
    'uid',
    'key',
    'slug',
    `${kind}Name`,
    'name',
    'code',
    'token',
    'identifier',
    'sid',
  ]
  return [parameter, 'id', `${kind}Id`, last, ...usual]
}

/** Names without case and separators: `pet_id` and `petId` mean the same. */
export function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function keyOf(operations: RecordCollection['operations'], parameter: string, path: string): string | undefined {
  const list = shownBody(operations.get('list'))
  const listed = new Set((list ? listsIn(list) : []).flatMap(({ items }) => namesOf(items)))
  const map = list && listed.size === 0 ? mapIn(list) : undefined
  const entries = map ? list?.examples.flatMap((one) => Object.entries(Object(valueAtPlace(one, map.place)))) : []
  // In a map of records, a member with other values than the names of the map is not the key.
  const isOther = (name: string) =>
    entries?.some(([key, one]) => ![undefined, key].includes(Object(one)[name]?.toString()))
  const names = shapesIn(operations).flatMap((shape) => {
    // What is nested in a record is not the record, which the list shows.
    const isOfRecord = (name: string) => shape.place.length === 0 || listed.size === 0 || listed.has(name)
    return namesOf(shape).filter((name) => isScalar(shape, name) && isOfRecord(name) && !isOther(name))
  })
  const usual = keyNames(parameter, path).map(bare)
  const known = usual.flatMap((one) => names.find((name) => bare(name) === one) ?? [])[0]
  if (known !== undefined) return known
  // The description of the parameter may say it: "remote name of the mirror" is `remote_name`.
  const described = [...operations.values()].flatMap(({ parameters }) =>
    parameters.flatMap(({ name, node }) => (name === parameter ? [bare(String(node.description ?? ''))] : [])),
  )
  const says = (name: string) =>
    usual.some((end) => name.endsWith(end)) && described.some((text) => text.includes(name))
  return names.find((name) => says(bare(name)))
}

function isScalar({ example }: BodyShape, name: string): boolean {
  const value = Object(example)[name] ?? ''
  return typeof value === 'string' || typeof value === 'number'
}

/** The objects in the successes of the operations that may be records. */
export function shapesIn(operations: RecordCollection['operations']): BodyShape[] {
  return (['read', 'create', 'list', 'replace', 'patch'] as const).flatMap((role) => {
    const body = shownBody(operations.get(role))
    if (!body) return []
    return role === 'list' ? listsIn(body).map(({ items }) => items) : objectsIn(body)
  })
}

/** One line for each collection: its path, the member that names a record, and its operations. */
export function describeCollections(collections: readonly RecordCollection[]): string[] {
  return collections.map(({ path, key, operations }) => {
    const named = key === undefined ? 'records show no key' : `records by ${key}`
    return `${path}  ${named}  ${[...operations].map(([role, { id }]) => `${role}: ${id}`).join(', ')}`
  })
}

/**
 * Corrections of what is taken for collections: `/pets: {key: petId}` names the member that names a record, `/search: false` says that a
 * path is no collection.
 *
 * @throws {UserError} for another form, and for a path or a member that the documents do not have
 */
export function readCorrections(
  { data, fault }: YamlPart,
  operations: readonly Operation[],
): Record<string, Correction> {
  const paths = [...new Set(operations.map(({ path }) => withoutEnd(path).replace(/\/\{[^{}/]+\}$/, '')))]
  const found = findCollections(operations)
  if (!isMapping(data)) throw fault([], 'write a line for each path, such as `/pets: {key: petId}` or `/search: false`')
  for (const [path, correction] of Object.entries(data)) {
    if (!paths.includes(path)) throw fault([path], `the document has no such path; ${suggest(path, paths)}`)
    if (correction === false) continue
    const { key, ...others } = Object(correction)
    const [other] = Object.keys(others)
    if (other !== undefined) throw fault([path, other], `there is no such key; ${suggest(other, ['key'])}`)
    if (typeof key !== 'string')
      throw fault([path], 'write `{key: petId}` with the member that names a record, or `false` for no records')
    const collection = found.find((one) => one.path === path)
    const names = collection ? shapesIn(collection.operations).flatMap(namesOf) : []
    if (names.length > 0 && !names.includes(key))
      throw fault([path, 'key'], `no record there has a member '${key}'; ${suggest(key, [...new Set(names)])}`)
  }
  return data as Record<string, Correction>
}

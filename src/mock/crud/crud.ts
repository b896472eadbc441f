import type { Behaviour, BehaviourContext } from '../../behaviour/behaviour.ts'
import type { Answer, InterfaceDefinition } from '../../behaviour/definition.ts'
import { problemDetails } from '../../behaviour/problem-details.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Store } from '../../behaviour/store.ts'
import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { sampleOf } from '../../contract/published/make-sample.ts'
import { parametersIn } from '../../contract/router.ts'
import { memoizeByObject } from '../memoize.ts'
import { credentialsOf } from '../published/credentials.ts'
import { usualResponse } from '../published/documented-answer.ts'
import { bundleOf } from '../request/compile-schema.ts'
import { AnswerMaker } from './answer-maker.ts'
import {
  type JsonBody,
  jsonBody,
  listsIn,
  namesOf,
  objectsIn,
  propertiesOf,
  shownBody,
  valueAtPlace,
} from './body-shape.ts'
import { type Correction, findCollections, type RecordCollection, type Role, shapesOf } from './collections.ts'
import { documentedRefusals } from './documented-refusal.ts'
import { linkOf, pageOf } from './list-page.ts'
import { newKey } from './new-key.ts'
import { type Records, recordsOf, type StoredRecord } from './records.ts'

interface CrudRequest {
  path: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  body: unknown
}

/** A call of one operation on a collection. */
interface CrudCall {
  collection: RecordCollection
  role: Role
  operation: Operation
  request: CrudRequest
  records: Records
  answers: AnswerMaker
  /** The record's key in the path or, for an update at the collection's address, in the body. */
  id: unknown
}

/** Undefined for a request that has nothing to do with a record: an example then answers. */
type Handler = (call: CrudCall) => Promise<Answer | Refusal | undefined>

const handlers: Record<Role, Handler> = { list, create, read, replace: update, patch: update, delete: remove }

/**
 * The definition of an interface of the user: each operation on a collection for which no behaviour is written has one that keeps records in
 * the store of the session. The collections start with the records that the document shows.
 *
 * @param corrections of the collections, by path
 * @param written what the user has written of the definition
 */
export function definitionOf(
  contract: Contract,
  corrections: Readonly<Record<string, Correction>> = {},
  written: Partial<InterfaceDefinition> = {},
): InterfaceDefinition {
  const behaviours: [string, unknown][] = []
  for (const collection of findCollections([...contract.operations.values()], corrections)) {
    for (const [role, operation] of collection.operations)
      behaviours.push([operation.id, behaviourOf(collection, role, operation)])
  }
  const { renderRefusal = problemDetails } = written
  return {
    credentials: credentialsOf(contract.document),
    ...written,
    behaviours: { ...Object.fromEntries(behaviours), ...written.behaviours } as InterfaceDefinition['behaviours'],
    renderRefusal: documentedRefusals(contract, renderRefusal),
  }
}

function behaviourOf(collection: RecordCollection, role: Role, operation: Operation): Behaviour<never> {
  let answers: AnswerMaker | undefined
  // The operations are known only when the document is read, so they have no types here.
  return (async (request: CrudRequest, context: BehaviourContext) => {
    context.assume('crud', 'records: no behaviour is written for the operation')
    const values = parametersIn(operation.path).map((name) => request.path[name])
    const missing = await missingParent(collection, context.store, values)
    if (missing) return missing
    const parents = values.slice(0, collection.parents)
    const records = recordsOf(collection, context.store, parents)
    await seed(collection, records, context.store, parents)
    const sent = sentRecord(collection, operation, request.body)
    const id =
      values.length > collection.parents ? values[collection.parents] : collection.key && sent?.[collection.key]
    answers ??= new AnswerMaker(operation, collection.key)
    return handlers[role]({ collection, role, operation, request, records, id, answers })
  }) as unknown as Behaviour<never>
}

/** A record belongs to a record that must be there, if callers can create that one. */
async function missingParent(
  { parent }: RecordCollection,
  store: Store,
  values: readonly unknown[],
): Promise<Refusal | undefined> {
  if (!parent?.operations.has('create')) return undefined
  const above = values.slice(0, parent.parents)
  const records = recordsOf(parent, store, above)
  await seed(parent, records, store, above)
  return (await records.get(values[parent.parents])) ? undefined : missing(parent)
}

async function list(call: CrudCall): Promise<Answer | undefined> {
  const { operation, request, records, answers } = call
  const schemas = new Map(operation.http.request?.query?.map(({ name, schema }) => [name, Object(schema)]))
  const entries = await records.entries()
  const ids = new Map(entries.map(({ id, record }) => [record, id]))
  const page = pageOf([...ids.keys()], request.query, { idOf: (record) => ids.get(record) ?? '', schemas })
  const shown = page.records.map((record) => ids.get(record) ?? '')
  const answer = answers.ofPage(page, shown)
  const documented = usualResponse(operation.http.responses)?.headers?.some(({ name }) => name.toLowerCase() === 'link')
  const link = documented ? linkOf(page, request.query) : undefined
  return answer && link !== undefined ? { ...answer, headers: { ...answer.headers, link } } : answer
}

/** Names whose values are one record's alone, where the document has a 409. */
const uniqueNames = ['name', 'username', 'userName', 'login', 'email', 'slug', 'code', 'title']

async function create(call: CrudCall): Promise<Answer | Refusal | undefined> {
  const { collection, operation, request, records } = call
  const { key, path } = collection
  if (Array.isArray(request.body)) return undefined
  const sent = sentRecord(collection, operation, request.body) ?? {}
  const entries = await records.entries()
  const taken = new Set(entries.map(({ id }) => id))
  const created = entries.filter(({ isShown }) => !isShown)
  const schemas = keySchemas(collection)
  const named = key === undefined ? undefined : sent[key]
  // Some documents wrap each value of a request: `{"number": {"value": 7}}`.
  const given = isObject(named) ? named.value : named
  const isGiven = given !== undefined && given !== null && given !== ''
  const hasConflict = operation.http.responses.some(({ code }) => code === '409')
  const isTaken = isGiven && created.some(({ id }) => id === String(given))
  // A server that numbers its records takes no number from a caller, unless the document shows the conflict.
  const isNumbered = schemas.some(({ type, format }) => [type].flat().includes('integer') || format === 'uuid')
  if (isTaken && (hasConflict || !isNumbered)) return conflict(`There is a record of this ${key} in ${path} already.`)
  const unique = uniqueNames.find(
    (name) => name !== key && sent[name] !== undefined && created.some(({ record }) => record[name] === sent[name]),
  )
  if (hasConflict && unique !== undefined) return conflict(`There is a record of this ${unique} in ${path} already.`)
  const id = isGiven && !isTaken ? given : newKey(taken, schemas, operation.http)
  return saveRecord(call, id, {
    ...requiredMembers(collection),
    ...sent,
    ...(key === undefined ? {} : { [key]: id }),
  })
}

function conflict(detail: string): Refusal {
  return new Refusal('invalid-request', detail, { status: 409 })
}

async function saveRecord(
  { operation, records, answers }: CrudCall,
  id: unknown,
  record: StoredRecord,
  status?: number,
): Promise<Answer | undefined> {
  await records.set(id, record)
  const answer = answers.ofRecord(record, status)
  if (operation.method !== 'post' || !answer) return answer
  // A reference relative to the address of the collection.
  const last = operation.path.endsWith('/') ? '' : `${encodeURI(operation.path.split('/').at(-1) ?? '')}/`
  return answers.withLocation(answer, (last.includes('{') ? '' : last) + encodeURIComponent(String(id)))
}

async function read({ records, id, answers, collection }: CrudCall): Promise<Answer | Refusal | undefined> {
  const record = await records.get(id)
  return record ? answers.ofRecord(record) : missing(collection)
}

/** Replaces a record, or the members of it that the body has. A PUT may create one, if the document shows a 201 or no other way. */
async function update(call: CrudCall): Promise<Answer | Refusal | undefined> {
  const { collection, operation, request, records, id, role } = call
  if (id === undefined) return undefined
  const sent = sentRecord(collection, operation, request.body) ?? {}
  const current = await records.get(id)
  const isCreated = operation.http.responses.some(({ code }) => code === '201')
  const mayCreate = operation.method === 'put' && (isCreated || !collection.operations.has('create'))
  if (!current && !mayCreate) return missing(collection)
  const base = requiredMembers(collection)
  const kept = !current
    ? base
    : role === 'patch'
      ? current
      : Object.fromEntries(Object.keys(base).map((name) => [name, current[name] ?? base[name]]))
  const { key } = collection
  const changes = Array.isArray(request.body) ? patched(kept, request.body) : { ...kept, ...sent }
  const other = operation.http.responses.find(({ code }) => /^2\d\d$/.test(code) && code !== '201')?.code
  const status = isCreated ? Number(current ? (other ?? 201) : 201) : undefined
  return saveRecord(
    call,
    id,
    { ...changes, ...(key === undefined ? {} : { [key]: current?.[key] ?? keyValue(collection, id) }) },
    status,
  )
}

/** A JSON Patch (RFC 6902) on members at the top of a record. */
function patched(record: StoredRecord, operations: readonly unknown[]): StoredRecord {
  const next = { ...record }
  for (const one of operations) {
    const { op, path, value } = Object(one) as { op?: unknown; path?: unknown; value?: unknown }
    const [, name] = /^\/([^/]+)$/.exec(String(path)) ?? []
    if (name === undefined) continue
    if (op === 'remove') delete next[name]
    else if (op === 'add' || op === 'replace') next[name] = value
  }
  return next
}

async function remove({ records, id, answers, collection }: CrudCall): Promise<Answer | Refusal | undefined> {
  const record = await records.get(id)
  if (!record) return missing(collection)
  await records.delete(id)
  return answers.ofRecord(record)
}

function missing({ path, parameter }: RecordCollection): Refusal {
  return new Refusal('not-found', `There is no record of this ${parameter} in ${path}.`)
}

/** The record in a body: the body itself, or the object in an envelope that has most members of a record. */
function sentRecord(collection: RecordCollection, { http }: Operation, body: unknown): StoredRecord | undefined {
  if (!isObject(body) || Array.isArray(body) || body instanceof Uint8Array) return undefined
  const shape = jsonBody(http, http.request?.body?.contents)
  const names = new Set(recordNames(collection))
  const shared = (value: unknown) => (isObject(value) ? Object.keys(value).filter((name) => names.has(name)).length : 0)
  const places = shape ? objectsIn(shape, http).map(({ place }) => place) : [[]]
  let best: { value: unknown; count: number } = { value: body, count: shared(body) }
  for (const place of places) {
    const value = valueAtPlace(body, place)
    if (isObject(value) && !Array.isArray(value) && shared(value) > best.count) best = { value, count: shared(value) }
  }
  return best.value as StoredRecord
}

/** What the answers of a collection show of a record. */
const recordNames = memoizeByObject((collection: RecordCollection): readonly string[] => {
  const { key } = collection
  const shapes = shownShapes(collection)
  const keyed = key === undefined ? shapes : shapes.filter((shape) => namesOf(shape).includes(key))
  return (keyed.length > 0 ? keyed : shapes).flatMap(namesOf)
})

const shownShapes = memoizeByObject((collection: RecordCollection) => {
  return (['read', 'create', 'list'] as const).flatMap((role) => shapesOf(collection.operations.get(role), role))
})

/** The members that the document requires of a record, from its example: a server sets them if the caller does not. */
function requiredMembers(collection: RecordCollection): StoredRecord {
  const { key } = collection
  const shape = shownShapes(collection).find((one) => key === undefined || namesOf(one).includes(key))
  const required = shape && Array.isArray(shape.schema.required) ? shape.schema.required.map(String) : []
  const example = Object(shape?.example) as StoredRecord
  return Object.fromEntries(
    required.filter((name) => Object.hasOwn(example, name)).map((name) => [name, example[name]]),
  )
}

/** Schemas of a key: of the path parameter, and of the member. */
const keySchemas = memoizeByObject((collection: RecordCollection): Record<string, unknown>[] => {
  const { key } = collection
  const item = recordOperation(collection)
  const parameter = item?.http.request?.path?.at(-1)
  const named = item?.http.request?.path?.find(({ name }) => name === collection.parameter) ?? parameter
  const shape = shownShapes(collection).find((one) => key !== undefined && namesOf(one).includes(key))
  const member = key === undefined ? undefined : propertiesOf(shape?.schema ?? {})[key]
  return [named?.schema, member].filter((schema) => isObject(schema) && !('$ref' in schema)) as Record<
    string,
    unknown
  >[]
})

/** A key of the path in the type of the record's member. */
function keyValue(collection: RecordCollection, id: unknown): unknown {
  const types = keySchemas(collection).map(({ type }) => [type].flat())
  const [, member] = types
  if (member?.some((type) => type === 'integer' || type === 'number') && Number.isFinite(Number(id))) return Number(id)
  return member?.includes('string') ? String(id) : id
}

/** Collections start with the records of their examples; those that belong to another record only where the document shows that one. */
async function seed(
  collection: RecordCollection,
  records: Records,
  store: Store,
  parents: readonly unknown[],
): Promise<void> {
  const marks = store.collection<{ at: string }>(`${collection.path} (seeded)`)
  const at = parents.map(String).join('/')
  if (await marks.get(at || '/')) return
  await marks.set(at || '/', { at })
  const { operations, key, parent } = collection
  const shown = shownIds(collection)
  if (parent?.operations.has('create') && shown.parents.join('/') !== at) return
  for (const role of ['list', 'read', 'create'] as const) {
    const http = operations.get(role)?.http
    const body = http && shownBody(http)
    if (!body) continue
    for (const record of examplesIn(body, role, collection, http)) {
      const id = key === undefined ? undefined : record[key]
      if (id !== undefined && id !== null && !(await records.get(id))) await records.seed(id, record)
    }
  }
  // A reader of the document asks first for the record in the example of the path parameter.
  if (shown.id === undefined || (await records.get(shown.id))) return
  const [first] = await records.entries()
  const record: StoredRecord = { ...requiredMembers(collection), ...first?.record }
  await records.seed(shown.id, key === undefined ? record : { ...record, [key]: keyValue(collection, shown.id) })
}

function examplesIn(body: JsonBody, role: Role, { key }: RecordCollection, http: Operation['http']): StoredRecord[] {
  const has = (shape: Parameters<typeof namesOf>[0]) => key === undefined || namesOf(shape).includes(key)
  const place =
    role === 'list'
      ? listsIn(body, http).find(({ items }) => has(items))?.place
      : objectsIn(body, http).find(has)?.place
  if (!place) return []
  return body.examples
    .flatMap((example) => [valueAtPlace(example, place)].flat())
    .filter((one): one is StoredRecord => isObject(one) && !Array.isArray(one))
}

/** The values that the document shows for the path parameters of a record, or made-up ones. */
const shownIds = memoizeByObject((collection: RecordCollection): { parents: unknown[]; id: unknown } => {
  const item = recordOperation(collection)
  if (!item) return { parents: [], id: undefined }
  const { http, path } = item
  const values = parametersIn(path).map((name) => {
    const { examples: [first] = [], schema } = http.request?.path?.find((one) => one.name === name) ?? {}
    if (first && 'value' in first) return first.value
    return sampleOf(Object(schema), { bundle: Object(bundleOf(http)), side: 'request', hint: name }).value
  })
  return { parents: values.slice(0, collection.parents), id: values[collection.parents] }
})

/** An operation at the address of a record. */
function recordOperation({ operations, parents }: RecordCollection): Operation | undefined {
  return [...operations.values()].find(({ path }) => parametersIn(path).length > parents)
}

import type { Behaviour, BehaviourContext } from '../../behaviour/behaviour.ts'
import type { Answer, InterfaceDefinition } from '../../behaviour/definition.ts'
import { problemDetails } from '../../behaviour/problem-details.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Store } from '../../behaviour/store.ts'
import { type BodyShape, isRecord, jsonBody, objectsIn, valueAtPlace } from '../../contract/collections/body-shape.ts'
import {
  type Correction,
  findCollections,
  findLists,
  isListOfSent,
  lastSegment,
  type RecordCollection,
  type Role,
} from '../../contract/collections/collections.ts'
import { formOf, type StoredRecord, withDefaults } from '../../contract/collections/record-form.ts'
import type { Contract } from '../../contract/contract.ts'
import { type Operation, shownParameters, usualResponse } from '../../contract/operation.ts'
import { parametersIn } from '../../contract/router.ts'
import { credentialsOf } from '../../contract/security.ts'
import type { ShownResponse } from '../../contract/shown-response.ts'
import { answerChecksOf } from '../answer/answer-check.ts'
import { AnswerMaker, tagOf } from './answer-maker.ts'
import { documentedRefusals } from './documented-refusal.ts'
import { describePage, linkOf, pageOf } from './list-page.ts'
import { newKey } from './new-key.ts'
import type { Records } from './records.ts'
import { seededRecords } from './seed.ts'

interface CrudRequest {
  path: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, string>>
  body: unknown
}

/** A call of one operation on a collection. */
interface CrudCall {
  collection: RecordCollection
  operation: Operation
  request: CrudRequest
  /** The record in the body of the request. */
  sent: StoredRecord
  records: Records
  answers: AnswerMaker
  /** The record's key in the path or, for an update at the collection's address, in the body. */
  id: unknown
}

/** Undefined for a request that has nothing to do with a record: an example then answers. */
type Handler = (call: CrudCall) => Promise<Answer | Refusal | undefined>

const handlers: Record<Role, Handler> = { list, create, read, replace, patch, delete: remove }

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
  const checkOf = answerChecksOf(contract)
  const operations = [...contract.operations.values()]
  const collections = findCollections(operations, corrections)
  const lists = findLists(operations, corrections, collections)
  const behaviours = [...collections, ...lists].flatMap((collection) =>
    Array.from(collection.operations, ([role, operation]) => [
      operation.id,
      behaviourOf(collection, role, operation, checkOf),
    ]),
  )
  const { renderRefusal = problemDetails } = written
  const own = new Set(Object.keys(written.behaviours ?? {}))
  return {
    credentials: credentialsOf(contract.document),
    ...written,
    behaviours: { ...Object.fromEntries(behaviours), ...written.behaviours } as InterfaceDefinition['behaviours'],
    derived: new Set(behaviours.flatMap(([id]) => (typeof id !== 'string' || own.has(id) ? [] : [id]))),
    renderRefusal: documentedRefusals(contract, renderRefusal),
  }
}

function behaviourOf(
  collection: RecordCollection,
  role: Role,
  operation: Operation,
  checkOf: ReturnType<typeof answerChecksOf>,
): Behaviour<never> {
  let answers: AnswerMaker | undefined
  let isOfRecords: boolean | undefined
  // The operations are known only when the document is read, so they have no types here.
  return (async (request: CrudRequest, context: BehaviourContext) => {
    isOfRecords ??= collection.parameter !== '' || isListOfSent(collection)
    if (!isOfRecords) return undefined
    context.assume('crud', 'records: no behaviour is written for the operation')
    const { parents, key } = collection
    const values = parametersIn(operation.path).map((name) => request.path[name])
    const missing = await missingParent(collection, context.store, values)
    if (missing) return missing
    const records = await seededRecords(collection, context.store, values.slice(0, parents))
    const sent = sentRecord(collection, operation, request.body, role === 'create' || role === 'replace')
    const id = values[parents] ?? (key === undefined ? undefined : sent[key])
    answers ??= new AnswerMaker(operation, key, checkOf(operation))
    const current = id === undefined ? undefined : await records.get(id)
    const settled = current && conditionOf(operation, request.headers, current)
    if (settled) return settled
    return handlers[role]({ collection, operation, request, sent, records, id, answers })
  }) as unknown as Behaviour<never>
}

/** `If-Match` and `If-None-Match` (RFC 9110, 13.1), where the document has the header or the status that answers it. */
function conditionOf(
  { method, parameters, responses }: Operation,
  headers: CrudRequest['headers'],
  current: StoredRecord,
): Answer | Refusal | undefined {
  const isRead = method === 'get'
  const header = isRead ? 'if-none-match' : 'if-match'
  const isDocumented =
    responses.has(isRead ? '304' : '412') || parameters.some(({ name }) => name.toLowerCase() === header)
  const tags = headers[header]?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (!tags || !isDocumented) return undefined
  const tag = tagOf(current)
  if (isRead !== (tags.includes(tag) || tags.includes('*'))) return undefined
  if (isRead) return responses.has('304') ? { status: 304, headers: { etag: tag }, body: undefined } : undefined
  return new Refusal('invalid-request', `The tag of the record is ${tag} now.`, { status: 412 })
}

/** A record belongs to a record that must be there, if callers can create that one. */
async function missingParent(
  { parent }: RecordCollection,
  store: Store,
  values: readonly unknown[],
): Promise<Refusal | undefined> {
  if (!parent?.operations.has('create')) return undefined
  const records = await seededRecords(parent, store, values.slice(0, parent.parents))
  return (await records.get(values[parent.parents])) ? undefined : missing(parent)
}

async function list({ operation, request, records, answers }: CrudCall): Promise<Answer | undefined> {
  const schemas = new Map(shownParameters(operation, 'query').map(({ name, schema }) => [name, schema]))
  const page = pageOf(await records.entries(), request.query, schemas)
  const names = usualResponse(operation)?.headers.map(({ name }) => name.toLowerCase()) ?? []
  const facts = Object.entries(describePage(names, page)).map(([name, said]) => [name, said ?? undefined] as const)
  const headers = names.includes('link') ? [...facts, ['link', linkOf(page, request.query)] as const] : facts
  const plain = answers.ofPage(page)
  return plain && headers.reduce((answer, [name, said]) => answers.withHeader(answer, name, said), plain)
}

/** Names whose values are one record's alone, where the document has a 409. */
const uniqueNames = ['name', 'username', 'userName', 'login', 'email', 'slug', 'code', 'title']

async function create(call: CrudCall): Promise<Answer | Refusal | undefined> {
  const { collection, operation, request, records, sent, answers } = call
  const { key, path } = collection
  if (Array.isArray(request.body)) return undefined
  const { keySchemas, required } = formOf(collection)
  const entries = await records.entries()
  const created = entries.filter(({ isShown }) => !isShown)
  const named = key === undefined ? undefined : sent[key]
  // Some documents wrap each value of a request: `{"number": {"value": 7}}`.
  const given = isRecord(named) ? named.value : named
  const isGiven = (given ?? '') !== ''
  const hasConflict = operation.responses.has('409')
  const isTaken = isGiven && created.some(({ id }) => id === String(given))
  // A server that numbers its records takes no number from a caller, unless the document shows the conflict.
  const isNumbered = keySchemas.some(({ type, format }) => [type].flat().includes('integer') || format === 'uuid')
  const unique = uniqueNames.find(
    (name) => sent[name] !== undefined && created.some(({ record }) => record[name] === sent[name]),
  )
  const same = isTaken && (hasConflict || !isNumbered) ? key : hasConflict ? unique : undefined
  if (same !== undefined) {
    const detail = `There is a record of this ${same} in ${path} already.`
    return new Refusal('invalid-request', detail, { status: 409 })
  }
  const taken = new Set(entries.map(({ id }) => id))
  const id = isGiven && !isTaken ? given : newKey(taken, keySchemas, operation)
  const answer = await saveRecord(call, id, { ...required, ...sent })
  // A reference relative to the address of the collection. A document may want an absolute one, which nobody here knows.
  const folder = operation.path.endsWith('/') ? '' : `${encodeURI(lastSegment(path))}/`
  const record = `{${collection.parameter}}`
  const [, end = ''] =
    [...collection.operations.values()].find((one) => one.path.includes(record))?.path.split(record) ?? []
  return answer && answers.withHeader(answer, 'location', folder + encodeURIComponent(String(id)) + end)
}

async function saveRecord(
  { collection, records, answers }: CrudCall,
  id: unknown,
  members: StoredRecord,
  response?: ShownResponse,
): Promise<Answer | undefined> {
  const record = formOf(collection).withKey(members, id)
  await records.set(id, record)
  return answers.ofRecord(record, response)
}

async function read({ records, id, answers, collection }: CrudCall): Promise<Answer | Refusal | undefined> {
  const record = await records.get(id)
  return record ? answers.ofRecord(record) : missing(collection)
}

/** A PUT may create a record, if the document shows a 201 or no other way. Members that the document requires stay. */
async function replace(call: CrudCall): Promise<Answer | Refusal | undefined> {
  const { collection, operation, records, id, sent } = call
  if (id === undefined) return undefined
  const current = await records.get(id)
  const mayCreate = operation.responses.has('201') || !collection.operations.has('create')
  if (!current && !mayCreate) return missing(collection)
  const kept = Object.entries(formOf(collection).required).map(([name, value]) => [name, current?.[name] ?? value])
  const response = operation.shownResponses.find(({ code }) => code.startsWith('2') && (code === '201') === !current)
  return saveRecord(call, id, { ...Object.fromEntries(kept), ...sent }, response)
}

/** Changes the members of a record that the body has. */
async function patch(call: CrudCall): Promise<Answer | Refusal | undefined> {
  const { collection, request, records, id, sent } = call
  if (id === undefined) return undefined
  const current = await records.get(id)
  if (!current) return missing(collection)
  return saveRecord(call, id, Array.isArray(request.body) ? patched(current, request.body) : { ...current, ...sent })
}

/** A JSON Patch (RFC 6902) on members at the top of a record. */
function patched(record: StoredRecord, operations: readonly unknown[]): StoredRecord {
  const next = { ...record }
  for (const one of operations) {
    const { op, path, value } = Object(one) as StoredRecord
    const name = /^\/([^/]+)$/.exec(String(path))?.[1]
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

/**
 * The record in a body: the body itself, or the object in an envelope that has most members of a record.
 *
 * @param isWhole the record has the defaults of its schemas for what the body leaves out
 */
function sentRecord(collection: RecordCollection, operation: Operation, body: unknown, isWhole: boolean): StoredRecord {
  const { names, shape: ofRecord } = formOf(collection)
  if (!isRecord(body)) return isWhole ? withDefaults(ofRecord, {}) : {}
  const top = jsonBody(operation, operation.contents)
  const shared = (record: StoredRecord) => Object.keys(record).filter((name) => names.has(name)).length
  let [best, shape]: [StoredRecord, BodyShape | undefined] = [body, top]
  for (const inside of top ? objectsIn(top) : []) {
    const found = valueAtPlace(body, inside.place)
    if (isRecord(found) && shared(found) > shared(best)) [best, shape] = [found, inside]
  }
  if (!isWhole) return best
  const given = shape ? withDefaults(shape, best, (name) => names.has(name)) : best
  return withDefaults(ofRecord, given)
}

import type { Behaviour, BehaviourContext } from '../../behaviour/behaviour.ts'
import type { Answer } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { type DocumentNode, isObject } from '../../contract/json-pointer.ts'
import { compileResponseAcceptance } from '../prism/fast-response.ts'
import { inside, type RecordCollection, type RecordOperation } from './collections.ts'
import { describePage, pageOf } from './list-page.ts'
import { freeKey, type PathValues, recordsOf, type StoredRecord } from './records.ts'
import { isNumber, propertiesOf, requiredOf, successOf } from './shape.ts'

interface RecordRequest {
  path: PathValues
  query: Readonly<Record<string, unknown>>
  body: unknown
}

/** Returns undefined if the record does not match any documented answer: the mock then answers with an example. */
type Handler = (request: RecordRequest, context: BehaviourContext) => Promise<Answer | Refusal | undefined>

/** A behaviour for each operation of a collection. */
export function behavioursOf(collection: RecordCollection): [id: string, Behaviour<never>][] {
  return collection.operations.map((operation) => [
    operation.id,
    // The operations are known only when the document is read, so they have no types here.
    handlers[operation.role](collection, operation) as unknown as Behaviour<never>,
  ])
}

const handlers: Record<RecordOperation['role'], (collection: RecordCollection, operation: RecordOperation) => Handler> =
  { list, create, read, replace: update, patch: update, delete: remove }

function list(collection: RecordCollection, operation: RecordOperation): Handler {
  const compose = composer(operation)
  const schemas = new Map(
    operation.http.request?.query?.map(({ name, schema }) => [name, (schema ?? {}) as DocumentNode]),
  )
  return async ({ path, query }, { store }) => {
    const all = await recordsOf(collection, store, path).list()
    const page = pageOf(all, query, { key: collection.key, schemas })
    const { shape, member } = operation
    if (!shape) return undefined
    if (typeof member !== 'string') return compose([page.records])
    const around = isObject(shape.example) ? shape.example : {}
    const names = [...Object.keys(propertiesOf(shape.schema, shape.root)), ...Object.keys(around)]
    const said = describePage(names, page)
    const present = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
    const absent = Object.fromEntries(Object.entries(around).filter(([name]) => said[name] !== null))
    // The end of a list is null, or the member is left out.
    return compose([
      { ...around, ...said, [member]: page.records },
      { ...absent, ...present, [member]: page.records },
      { ...around, ...present, [member]: page.records },
    ])
  }
}

function create(collection: RecordCollection, operation: RecordOperation): Handler {
  const compose = composer(operation)
  const base = requiredExample(collection)
  return async ({ path, body }, { store }) => {
    if (!isObject(body) || Array.isArray(body)) return undefined
    const records = recordsOf(collection, store, path)
    const given = body[collection.key]
    const isSent = (given ?? '') !== ''
    const isTaken = isSent && (await records.get(given)) !== undefined
    // A server that numbers its records takes no number from a caller, unless the document shows the conflict.
    const isGiven = isSent && !(isTaken && isCounted(collection) && !documentsConflict(operation))
    if (isTaken && isGiven) {
      const detail = `There is a record of this ${collection.key} in ${collection.path} already.`
      return new Refusal('invalid-request', detail, { status: 409 })
    }
    const taken = new Set((await records.list()).map((record) => String(record[collection.key])))
    const id = isGiven ? given : freeKey(collection.keySchema, taken)
    const record = { ...base, ...body, [collection.key]: id }
    const answer = compose(bodiesWith(operation, record), { [collection.parameter]: id, ...path })
    if (answer) await records.set(id, record)
    return answer
  }
}

function read(collection: RecordCollection, operation: RecordOperation): Handler {
  const compose = composer(operation)
  return async ({ path }, { store }) => {
    const record = await recordsOf(collection, store, path).get(path[collection.parameter])
    return record ? compose(bodiesWith(operation, record)) : missing(collection)
  }
}

/** Replaces a record, or the members of it that the body has. */
function update(collection: RecordCollection, operation: RecordOperation): Handler {
  const compose = composer(operation)
  const base = requiredExample(collection)
  return async ({ path, body }, { store }) => {
    if (!isObject(body) || Array.isArray(body)) return undefined
    const id = path[collection.parameter] ?? body[collection.key]
    if (id === undefined) return undefined
    const records = recordsOf(collection, store, path)
    const current = await records.get(id)
    if (!current) return missing(collection)
    const kept = operation.role === 'patch' ? current : pick(current, Object.keys(base))
    const record: StoredRecord = { ...kept, ...body, [collection.key]: current[collection.key] }
    const answer = compose(bodiesWith(operation, record))
    if (answer) await records.set(id, record)
    return answer
  }
}

function remove(collection: RecordCollection, operation: RecordOperation): Handler {
  const compose = composer(operation)
  return async ({ path }, { store }) => {
    const records = recordsOf(collection, store, path)
    const record = await records.get(path[collection.parameter])
    if (!record) return missing(collection)
    await records.delete(path[collection.parameter])
    return compose(bodiesWith(operation, record))
  }
}

function missing({ path, parameter }: RecordCollection): Refusal {
  return new Refusal('not-found', `There is no record of this ${parameter} in ${path}.`)
}

function isCounted({ keySchema }: RecordCollection): boolean {
  return keySchema.format === 'uuid' || isNumber(keySchema)
}

function documentsConflict({ http }: RecordOperation): boolean {
  return http.responses.some(({ code }) => code === '409')
}

/** The members that the document requires of a record, from its example: a server sets them if the caller does not. */
function requiredExample({ record: { schema, example, root } }: RecordCollection): StoredRecord {
  return isObject(example) ? pick(example, requiredOf(schema, root)) : {}
}

function pick(record: Readonly<StoredRecord>, names: readonly string[]): StoredRecord {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]))
}

/** Bodies that may show a record, the simplest first. If the answer shows none, the body is the example. */
function bodiesWith({ shape, member }: RecordOperation, record: StoredRecord): unknown[] {
  if (!shape) return [undefined]
  if (member === null) return [shape.example]
  const { schema, example } = inside(shape, member)
  const properties = propertiesOf(schema, shape.root)
  const visible = Object.fromEntries(Object.entries(record).filter(([name]) => properties[name]?.writeOnly !== true))
  const fitting = [visible, pick(visible, Object.keys(properties)), { ...Object(example), ...visible }]
  return member === undefined ? fitting : fitting.map((one) => ({ ...Object(shape.example), [member]: one }))
}

/** Makes the answer of an operation with the first of some bodies that the document allows. */
function composer({
  http,
  status,
  shape,
}: RecordOperation): (bodies: unknown[], at?: PathValues) => Answer | undefined {
  const accepts = compileResponseAcceptance(http)
  const { response } = successOf(http) ?? {}
  const contentType: Record<string, string> = shape ? { 'content-type': shape.mediaType } : {}
  return (bodies, at = {}) => {
    const headers = { ...contentType }
    for (const { name, examples: [first] = [] } of response?.headers ?? []) {
      if (name.toLowerCase() === 'location') headers.location = locationOf(http.path, at)
      else if (first && 'value' in first) headers[name.toLowerCase()] = String(first.value)
    }
    for (const body of bodies) {
      // The engine freezes the body, and the store keeps the record: each answer gets its own copy.
      const answer = { status, headers, body: structuredClone(body) }
      if (accepts(answer)) return answer
    }
    return undefined
  }
}

function locationOf(path: string, at: PathValues): string {
  const [id] = Object.values(at)
  return `${path.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(String(at[name])))}/${encodeURIComponent(String(id))}`
}

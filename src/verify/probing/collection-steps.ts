import { setTimeout as delay } from 'node:timers/promises'
import type { AttemptInput, Reply } from '../../check/check.ts'
import { bare, type RecordCollection, type Role } from '../../contract/collections/collections.ts'
import { below, isMapping, nodeAt } from '../../contract/json-pointer.ts'
import { findResponse, mediaTypesAt, type Operation } from '../../contract/operation.ts'
import { edgesOf } from '../../contract/schema/edges.ts'
import { mergeParts, type SchemaNode, schemasOfMember } from '../../contract/schema/merge.ts'
import { type Schemas, type Side, schemasOf } from '../../contract/schema/schemas.ts'
import { bodyValueOf } from '../context/ownership.ts'
import { createOperationOf, itemsOf, keyOfItem } from '../derive/resource-keys.ts'
import type { Resource, Resources } from '../derive/resources.ts'
import { bodyOf, withBody } from '../derive/valid-request.ts'
import { jsonOf, type Probe } from './judge.ts'
import type { Prober } from './prober.ts'

export interface StepsOptions {
  collection: RecordCollection
  things: Resources
  /** Milliseconds for which a read may lag behind a write. */
  settle: number
  /** The role of another user, if the run has one. */
  other: string | undefined
}

export type Members = Record<string, unknown>

export const valid = (what: string): Probe => ({ kind: 'valid', what, place: '' })

/** Members that a server may set by itself, whatever it is sent. */
const setByServer =
  /status|state|phase|version|revision|etag|count|total|time|date|_at$|At$|password|secret|token|hash|url|href|link/i

/** Milliseconds between two reads of what may come late. */
const between = 250

/** The requests of a sequence over one collection, and what its members mean. */
export class CollectionSteps {
  readonly prober: Prober
  readonly options: StepsOptions
  readonly create: Operation
  #waits = true

  constructor(prober: Prober, options: StepsOptions) {
    this.prober = prober
    this.options = options
    this.create = createOperationOf(options.collection) as Operation
  }

  operation(role: Role): Operation | undefined {
    return this.options.collection.operations.get(role)
  }

  /** A request of an operation at a thing; a conditional one carries the tag that the thing has now. */
  async requestAt(operation: Operation, thing: Resource): Promise<AttemptInput> {
    const { things } = this.options
    return things.withTag(operation, thing.values, things.inputAt(operation, thing.values))
  }

  /** A request that writes to a thing, with the whole body; undefined where none can be made. */
  async writeAt(write: Operation, thing: Resource): Promise<AttemptInput | undefined> {
    const { input } = await this.options.things.requestOf(write).catch(() => ({ input: undefined }))
    if (!input) return undefined
    const { path = {}, headers = {} } = await this.requestAt(write, thing)
    const tag = headers['if-match']
    const sent = { ...input, path, headers: { ...input.headers, ...(tag !== undefined && { 'if-match': tag }) } }
    const [content, body] = [bodyOf(write), bodyValueOf(input)]
    const { key = '', parameter } = this.options.collection
    // The body may name the thing of its address once more.
    const names = [key, parameter].filter((name) => isMapping(body) && body[name] === input.path?.[parameter])
    if (!content || !isMapping(body) || names.length === 0) return sent
    return withBody(sent, content, { ...body, ...Object.fromEntries(names.map((name) => [name, path[parameter]])) })
  }

  /** The operation that changes a thing in a role, if it is not the one that makes it. */
  changing(role: 'replace' | 'patch' | 'delete'): Operation | undefined {
    const write = this.operation(role)
    return write === this.create ? undefined : write
  }

  /** @param probe default: the thing may not be there, or not yet */
  async read(
    thing: Resource,
    change: AttemptInput = {},
    probe: Probe = { kind: 'unnamed', what: 'a valid request', place: '' },
  ): Promise<Reply | undefined> {
    const read = this.operation('read')
    if (!read) return undefined
    const input = this.options.things.inputAt(read, thing.values)
    const sent = { ...input, ...change, headers: { ...input.headers, ...change.headers } }
    return this.prober.ask(read, probe, () => this.prober.attempt(read, sent))
  }

  /** Asks until an answer is as it must be; a read may lag behind a write, but not every time. */
  async until<T>(ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<T> {
    let answer = await ask()
    for (let waited = 0; !isRight(answer) && this.#waits && waited < this.options.settle; waited += between) {
      await delay(between)
      answer = await ask()
    }
    // A fault of the server: waiting for the next one shows nothing more.
    if (!isRight(answer)) this.#waits = false
    return answer
  }

  /** The list under the parents of a thing. */
  async list(thing: Resource, query: AttemptInput['query'] = {}, as?: string): Promise<ListPage | undefined> {
    const list = this.operation('list')
    if (!list) return undefined
    const input = this.options.things.inputAt(list, thing.values.slice(0, -1))
    const change = { ...input, query: { ...input.query, ...query }, ...(as !== undefined && { as }) }
    const what = Object.entries(query).map(([name, value]) => `${name}=${value}`)
    const probe = valid(what.join('&') || 'a valid request')
    const ask = () => this.prober.attempt(list, change)
    return pageOf(list, as === undefined ? await this.prober.ask(list, probe, ask) : await ask())
  }

  keyOf(item: unknown): string {
    return String(keyOfItem(item, this.options.collection))
  }

  /** Whether the answer of a read describes a member that it shows to readers. */
  isShown(read: Operation, name: string): boolean {
    const response = findResponse(read, 200)
    const { document } = this.prober.plan.observation.contract
    const [media] = response === undefined ? [] : mediaTypesAt(document, response).values()
    const { schema, schemas } = this.#schemaIn(media, 'response')
    const inData = mergeParts(schemasOfMember(schema, 'data')[0] ?? {}, schemas)
    return [schema, inData].some(({ properties }) => {
      if (!isMapping(properties) || !Object.hasOwn(properties, name)) return false
      return mergeParts(properties[name], schemas).writeOnly !== true
    })
  }

  /** Whether a server may give a member another value than it was sent. */
  isSetByServer(write: Operation, name: string): boolean {
    const isOwn = this.memberSchema(write, name).readOnly === true
    return isOwn || setByServer.test(name) || this.options.things.isName(undefined, name)
  }

  /** The schema of a member of the body of a write. */
  memberSchema(write: Operation, name: string): SchemaNode {
    const { schema, schemas } = this.bodySchema(write)
    return mergeParts(schemasOfMember(schema, name)[0] ?? {}, schemas)
  }

  bodySchema(write: Operation): { schema: SchemaNode; schemas: Schemas } {
    const content = bodyOf(write)
    return this.#schemaIn(content && write.requestBody.get(content.mediaType), 'request')
  }

  #schemaIn(media: string | undefined, side: Side): { schema: SchemaNode; schemas: Schemas } {
    const { document } = this.prober.plan.observation.contract
    const schemas = schemasOf(document, { side })
    const schema = media === undefined ? undefined : nodeAt(document, below(media, 'schema'))
    return { schema: mergeParts(schema ?? {}, schemas), schemas }
  }

  /**
   * The body of a change with values that the thing does not have yet.
   *
   * @param isPlain values that may be chosen
   * @param thing the thing that is changed: where its key is known, other members name nothing
   */
  otherValues(
    write: Operation,
    sample: unknown,
    old: Members,
    isPlain: (value: unknown, name: string) => boolean = isPlainValue,
    thing?: Resource,
  ): { body: unknown; changed: string[] } {
    if (!isMapping(sample)) return { body: sample, changed: [] }
    const { schema, schemas } = this.bodySchema(write)
    const { collection, things } = this.options
    const { key = '' } = collection
    const isKeyKnown = thing !== undefined && String(old[key]) === String(thing.values.at(-1))
    const isName = (name: string) =>
      isKeyKnown ? name === key || things.isName(undefined, name) : things.isName(collection, name)
    let body: Members = sample
    const changed: string[] = []
    for (const { value, place, valid: isValid } of edgesOf(schema, { schemas, max: 400, maxDepth: 2 })) {
      const [, name = ''] = /^\/([^/~]+)$/.exec(place) ?? []
      const made = name === '' ? undefined : Object(value)[name]
      if (!isValid || changed.includes(name) || !Object.hasOwn(body, name)) continue
      if (typeof made !== typeof (old[name] ?? sample[name]) || !isPlain(made, name) || isAlike(made, old[name]))
        continue
      if (setByServerAlone(this, write, name) || isName(name)) continue
      const next = { ...body, [name]: made }
      if (!schemas.accepts(schema, next)) continue
      body = next
      changed.push(name)
    }
    return { body, changed }
  }

  fail(operation: Operation, words: string, expected: unknown, seen: unknown): void {
    this.prober.fail(operation, words, expected, seen)
  }
}

function setByServerAlone(steps: CollectionSteps, write: Operation, name: string): boolean {
  const schema = steps.memberSchema(write, name)
  return schema.readOnly === true || (steps.isSetByServer(write, name) && !Array.isArray(schema.enum))
}

/** Values that no server has a reason to write in another way. */
function isPlainValue(value: unknown): boolean {
  if (typeof value === 'boolean') return true
  return typeof value === 'number' ? Math.abs(value) < 1e6 : /^[a-z0-9 -]{2,40}$/i.test(String(value))
}

/** An answer with a list in it. */
export interface ListPage {
  reply: Reply
  items: unknown[]
}

export function pageOf(list: Operation, reply: Reply | undefined): ListPage | undefined {
  if (!reply || reply.status >= 300) return undefined
  const items = itemsOf(list, { ...reply, body: jsonOf(reply) })
  return items && { reply, items }
}

/**
 * The members of what an answer shows, also where it stands in an envelope.
 *
 * @param sent what was written: the answer or one of its members shows it, whichever has most of its members
 */
export function recordIn(value: unknown, sent?: unknown): Members | undefined {
  if (!isMapping(value)) return undefined
  if (isMapping(sent)) {
    const shared = (one: Members) => Object.keys(sent).filter((name) => memberOf(one, name) !== undefined).length
    return Object.values(value)
      .filter(isMapping)
      .reduce((best, one) => (shared(one) > shared(best) ? one : best), value)
  }
  const { data, ...rest } = value
  return isMapping(data) && Object.keys(rest).length <= 3 ? data : value
}

/** The member of an item that a name means, in any spelling. */
export function memberOf(item: unknown, name: string): unknown {
  return Object.entries(Object(item)).find(([one]) => bare(one) === bare(name))?.[1]
}

/** Whether two values mean the same, however a server writes them: dates, decimals, case, spaces at the ends, the order of a list, more members. */
export function isAlike(one: unknown, sent: unknown): boolean {
  if (one === sent) return true
  if (Array.isArray(sent)) {
    if (!Array.isArray(one) || one.length !== sent.length) return false
    return sent.every((item, index) => isAlike(one[index], item) || one.some((other) => isAlike(other, item)))
  }
  if (isMapping(sent))
    return isMapping(one) && Object.entries(sent).every(([name, value]) => value === null || isAlike(one[name], value))
  if (typeof one === 'number' || typeof sent === 'number')
    return Math.abs(Number(one) - Number(sent)) < 1e-6 * Math.max(1, Math.abs(Number(sent)))
  const texts = [one, sent].map((value) => String(value).normalize().trim().toLowerCase())
  if (texts[0] === texts[1]) return true
  // "1.5" and "1.50".
  if (texts.every((text) => /^-?\d*\.?\d+$/.test(text)) && texts.some((text) => text.includes('.')))
    return Number(texts[0]) === Number(texts[1])
  const [first = Number.NaN, second] = texts.map((text) => (/^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN))
  return first === second || (!Number.isNaN(first) && Math.abs(first - Number(second)) < 1000)
}

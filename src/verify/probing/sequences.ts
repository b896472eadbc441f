import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { AttemptInput, Reply } from '../../check/check.ts'
import { listsIn } from '../../contract/collections/body-shape.ts'
import { bare, type RecordCollection } from '../../contract/collections/collections.ts'
import { below, isMapping, nodeAt, valueAt } from '../../contract/json-pointer.ts'
import { findResponse, mediaTypesAt, type Operation, type Parameter } from '../../contract/operation.ts'
import { edgesOf } from '../../contract/schema/edges.ts'
import { mergeParts, schemasOfMember } from '../../contract/schema/merge.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import { printJson } from '../../json-text.ts'
import { createOperationOf, keyOfItem, shapeOf } from '../derive/thing-keys.ts'
import { bodyValueOf, type Thing, type Things } from '../derive/things.ts'
import { bodyOf, validRequest, withBody } from '../derive/valid-request.ts'
import { withParameter } from './cases.ts'
import { jsonOf, type Probe } from './judge.ts'
import type { Prober } from './prober.ts'

export interface SequenceOptions {
  collection: RecordCollection
  things: Things
  /** Milliseconds for which a read may lag behind a write. */
  settle: number
  /** The role of another user, if the run has one. */
  other: string | undefined
}

type Members = Record<string, unknown>

const valid = (what: string): Probe => ({ kind: 'valid', what, place: '' })

/** Members that a server may set by itself, whatever it is sent. */
const ownOfServer =
  /status|state|phase|version|revision|etag|count|total|time|date|_at$|At$|password|secret|token|hash|url|href|link/i

/**
 * What a collection promises, step by step: a thing that was made is read and listed, has what was sent, also after it was replaced and
 * patched, is found by filters, and is gone after its removal.
 */
export class Sequence {
  readonly #prober: Prober
  readonly #options: SequenceOptions
  readonly #operations: RecordCollection['operations']
  readonly #create: Operation
  #waits = true

  constructor(prober: Prober, options: SequenceOptions) {
    this.#prober = prober
    this.#options = options
    this.#operations = options.collection.operations
    this.#create = createOperationOf(options.collection) as Operation
  }

  async run(): Promise<void> {
    const { collection, things } = this.#options
    let sent: AttemptInput = {}
    let thing: Thing | undefined
    const keep = (input: AttemptInput) => {
      sent = input
      return input
    }
    const made = await this.#prober.ask(this.#create, valid('a valid request'), async () => {
      const { reply, thing: own } = await things.make(collection, keep)
      thing = own
      return reply
    })
    if (!made || made.status >= 300 || !thing) return
    const body = bodyValueOf(sent)
    await this.#readsAsSent(this.#create, thing, { sent: body, answer: jsonOf(made), before: undefined })
    await this.#followsAddress(made)
    await this.#list(thing)
    await this.#repeats(sent)
    for (const role of ['replace', 'patch'] as const) await this.#change(role, thing)
    await this.#asOther(thing)
    await this.#remove(thing)
  }

  async #read(thing: Thing, as?: string): Promise<Reply | undefined> {
    const read = this.#operations.get('read')
    if (!read) return undefined
    const input = validRequest(read, this.#options.things.valuesAt(read, thing.values))
    return this.#prober.attempt(read, as === undefined ? input : { ...input, as })
  }

  /** Reads until an answer is as it must be; a read may lag behind a write, but not every time. */
  async #readUntil(thing: Thing, isRight: (reply: Reply) => boolean): Promise<Reply | undefined> {
    let reply = await this.#read(thing)
    if (!reply || isRight(reply)) return reply
    for (let waited = 0; waited < this.#options.settle && this.#waits; waited += 250) {
      await delay(250)
      reply = await this.#read(thing)
      if (!reply || isRight(reply)) return reply
    }
    // A fault of the server: waiting for the next one shows nothing more.
    this.#waits = false
    return reply
  }

  /** Expects a thing to be there, with what was sent. */
  async #readsAsSent(
    write: Operation,
    thing: Thing,
    { sent, answer, before }: { sent: unknown; answer: unknown; before: unknown },
  ): Promise<void> {
    const read = this.#operations.get('read')
    if (!read || !isMapping(sent)) return
    const wrongIn = (reply: Reply) => this.#wrongMember(read, write, { sent, answer, before, shown: jsonOf(reply) })
    const reply = await this.#readUntil(thing, (one) => one.status < 300 && wrongIn(one) === undefined)
    if (!reply) return
    if (reply.status >= 400 && reply.status < 500 && ![401, 403, 429].includes(reply.status)) {
      const what = `${read.id} answers ${reply.status} for what ${write.id} has just written`
      return this.#prober.fail(read, `not there after ${write.id}`, what, 'the thing', reply.status)
    }
    const wrong = reply.status < 300 ? wrongIn(reply) : undefined
    if (!wrong) return
    const what = `${read.id} does not show at /${wrong.name} what ${write.id} was sent`
    this.#prober.fail(write, `lost /${wrong.name}`, what, wrong.expected, wrong.seen)
  }

  /** A member of what was sent that a read shows otherwise: the old value, or not what the write has answered. */
  #wrongMember(
    read: Operation,
    write: Operation,
    { sent, answer, before, shown }: { sent: Members; answer: unknown; before: unknown; shown: unknown },
  ): { name: string; expected: unknown; seen: unknown } | undefined {
    const known = this.#recordIn(shown)
    if (!known) return undefined
    const answered = this.#recordIn(answer)
    const old = this.#recordIn(before)
    for (const [name, value] of Object.entries(sent)) {
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
      if (!this.#isShown(read, name) || this.#isOfServer(write, name)) continue
      const seen = known[name]
      if (isAlike(seen, value)) continue
      const isAcknowledged = answered !== undefined && isAlike(answered[name], value)
      const isOld = old !== undefined && isAlike(seen, old[name])
      if (isAcknowledged || isOld || seen === undefined) return { name, expected: value, seen }
    }
    return undefined
  }

  #recordIn(value: unknown): Members | undefined {
    if (!isMapping(value)) return undefined
    const { data, ...rest } = value
    return isMapping(data) && Object.keys(rest).length <= 3 ? data : value
  }

  /** Whether the answer of a read describes a member that it shows to readers. */
  #isShown(read: Operation, name: string): boolean {
    const { document } = this.#prober.plan.survey.contract
    const response = findResponse(read, 200)
    const [media] = response === undefined ? [] : mediaTypesAt(document, response).values()
    const schema = media && nodeAt(document, below(media, 'schema'))
    if (!schema) return false
    const schemas = schemasOf(document, { side: 'response' })
    const merged = mergeParts(schema, schemas)
    const inData = mergeParts(schemasOfMember(merged, 'data')[0] ?? {}, schemas)
    return [merged, inData].some(({ properties }) => {
      if (!isMapping(properties) || !Object.hasOwn(properties, name)) return false
      return mergeParts(properties[name], schemas).writeOnly !== true
    })
  }

  #isOfServer(write: Operation, name: string): boolean {
    const schema = this.#memberSchema(write, name)
    return schema.readOnly === true || ownOfServer.test(name) || this.#options.things.isName(undefined, name)
  }

  #memberSchema(write: Operation, name: string): Members {
    const { document } = this.#prober.plan.survey.contract
    const [media] = write.requestBody.values()
    const schema = media && nodeAt(document, below(media, 'schema'))
    if (!schema) return {}
    const schemas = schemasOf(document, { side: 'request' })
    const [member] = schemasOfMember(mergeParts(schema, schemas), name)
    return mergeParts(member ?? {}, schemas)
  }

  /** The address of an answer to a creation leads to the thing. */
  async #followsAddress({ status, headers }: Reply): Promise<void> {
    const read = this.#operations.get('read')
    if (status !== 201 || headers.location === undefined || !read) return
    const { contract } = this.#prober.plan.survey
    const path = URL.parse(headers.location, `http://here${this.#create.path}`)?.pathname ?? ''
    const match = contract.match('GET', contract.mount.replace(/\{\w+\}/g, 'x') + path)
    if (match?.kind === 'operation' && match.operation.id === read.id) return
    const tail = read.path.replace(/\{[^{}]+\}/g, '[^/]+')
    if (new RegExp(`${tail}$`).test(path)) return
    const what = `Location of ${this.#create.id} leads to no thing of the document`
    this.#prober.fail(this.#create, 'location', what, read.path, headers.location)
  }

  async #items(query: AttemptInput['query'], thing: Thing, probe: Probe): Promise<unknown[] | undefined> {
    const list = this.#operations.get('list')
    if (!list) return undefined
    const values = this.#options.things.valuesAt(list, thing.values.slice(0, -1))
    const input = validRequest(list, values)
    const reply = await this.#prober.ask(list, probe, () =>
      this.#prober.attempt(list, { ...input, query: { ...input.query, ...query } }),
    )
    if (!reply || reply.status >= 300) return undefined
    const [found] = listsIn(shapeOf(jsonOf(reply)))
    const items = found && valueAt(reply.body, below('', ...found.place))
    return Array.isArray(items) ? items : undefined
  }

  /** The list has what was made, and its parameters do what they are called. */
  async #list(thing: Thing): Promise<void> {
    const { collection, things } = this.#options
    const list = this.#operations.get('list')
    if (!list) return
    const second = await things.make(collection).catch(() => undefined)
    const keys = [thing, second?.thing].flatMap((one) => (one ? [String(one.values.at(-1))] : []))
    const probe = valid('a valid request')
    const keysIn = (items: readonly unknown[]) => items.map((item) => String(keyOfItem(item, collection)))
    let items = await this.#items({}, thing, probe)
    const paging = list.parameters.filter(({ in: place, name }) => place === 'query' && isPaging(name))
    const isWhole = (list_: readonly unknown[]) =>
      paging.every(({ required }) => !required) && (paging.length === 0 || list_.length < 10)
    const misses = (list_: readonly unknown[]) => keys.find((key) => !keysIn(list_).includes(key))
    if (items && isWhole(items) && misses(items) !== undefined) {
      for (let waited = 0; waited < this.#options.settle && misses(items) !== undefined; waited += 500) {
        await delay(500)
        items = (await this.#items({}, thing, probe)) ?? items
      }
      const missing = misses(items)
      // A list that names its things in another way shows nothing.
      const isNamed = items.length === 0 || keysIn(items).some((key) => key !== 'undefined')
      if (missing !== undefined && isNamed && isWhole(items)) {
        const what = `${list.id} does not show what ${this.#create.id} has made`
        this.#prober.fail(
          list,
          'list',
          what,
          `a thing with the key ${missing}`,
          keysIn(items).join(', ') || 'an empty list',
        )
      }
    }
    if (!items || items.length < 2) return
    for (const parameter of list.parameters.filter(({ in: place }) => place === 'query'))
      await this.#parameter(list, parameter, thing, items, keysIn)
  }

  async #parameter(
    list: Operation,
    parameter: Parameter,
    thing: Thing,
    all: readonly unknown[],
    keysIn: (items: readonly unknown[]) => string[],
  ): Promise<void> {
    const { document } = this.#prober.plan.survey.contract
    const { name, pointer } = parameter
    const schema = mergeParts(
      nodeAt(document, below(pointer, 'schema')) ?? {},
      schemasOf(document, { side: 'request' }),
    )
    const isNumber = schema.type === 'integer' || schema.type === 'number'
    const ask = (value: unknown) => this.#items({ [name]: String(value) }, thing, valid(`${name}=${value}`))
    const word = bare(name)
    if (isNumber && /^(limit|perpage|pagesize|maxresults|top|first|take)$/.test(word)) {
      const least = Math.max(1, Number(schema.minimum ?? 1))
      const items = least < all.length ? await ask(least) : undefined
      if (items && items.length > least)
        this.#prober.fail(
          list,
          `ignores ${name}`,
          `${list.id} ignores ${name}=${least}`,
          `at most ${least} items`,
          `${items.length} items`,
        )
      const usual = Number(schema.default ?? Number.NaN)
      if (all.length > usual)
        this.#prober.fail(
          list,
          `default of ${name}`,
          `${list.id} shows more than the default of ${name}`,
          `at most ${usual} items`,
          `${all.length} items`,
        )
      return
    }
    if (isNumber && /^(offset|skip|start|startindex)$/.test(word)) {
      const items = await ask(1)
      if (items && items.length === all.length && isDeepStrictEqual(keysIn(items), keysIn(all)) && all.length < 10)
        this.#prober.fail(
          list,
          `ignores ${name}`,
          `${list.id} ignores ${name}=1`,
          'the list without its first thing',
          'the same list',
        )
      return
    }
    if (isPaging(name)) return
    if (/^(sort|sortby|orderby|order|ordering)$/.test(word)) return this.#sort(list, schema, ask)
    await this.#filter(list, parameter, schema, all, ask)
  }

  /** A parameter that is called as a member of the things chooses those that have this value. */
  async #filter(
    list: Operation,
    { name }: Parameter,
    schema: Members,
    all: readonly unknown[],
    ask: (value: unknown) => Promise<unknown[] | undefined>,
  ): Promise<void> {
    const [, affix = '', rest = name] = /^(min|max|from|to|after|before)[_-]?(.+)$/i.exec(name) ?? []
    const member = (item: unknown, wanted: string) =>
      scalarsAt(item).find((one) => bare(one.name) === bare(wanted))?.value
    const wanted = all.some((item) => member(item, name) !== undefined) ? name : rest
    const values = [...new Set(all.map((item) => member(item, wanted)).filter((value) => value !== undefined))]
    if (values.length === 0 || values.some((value) => typeof value !== typeof values[0])) return
    const isBound = wanted !== name
    if (isBound && typeof values[0] !== 'number') return
    const sorted = isBound ? values.toSorted((one, two) => Number(one) - Number(two)) : values
    // A value that nothing has chooses nothing.
    const choices = Array.isArray(schema.enum) ? schema.enum : typeof values[0] === 'string' ? ['rulebound'] : []
    const unused = choices.find((one) => !values.includes(one))
    if (values.length < 2 && (isBound || unused === undefined)) return
    const last = values.length < 2 ? unused : sorted.at(-1)
    const chosen = /^(max|to|before)/i.test(affix) && isBound ? sorted[0] : last
    const items = await ask(chosen)
    const isWrong = (item: unknown) => {
      const value = member(item, wanted)
      if (value === undefined) return false
      if (!isBound) return !isMatching(value, chosen)
      return /^(max|to|before)/i.test(affix) ? Number(value) > Number(chosen) : Number(value) < Number(chosen)
    }
    const wrong = items?.find(isWrong)
    if (wrong === undefined) return
    const what = `${list.id} ignores the filter ${name}=${chosen}`
    this.#prober.fail(
      list,
      `ignores ${name}`,
      what,
      `only things whose ${wanted} fits`,
      `one with ${printJson(member(wrong, wanted))}`,
    )
  }

  async #sort(
    list: Operation,
    schema: Members,
    ask: (value: unknown) => Promise<unknown[] | undefined>,
  ): Promise<void> {
    const choices = Array.isArray(schema.enum) ? schema.enum.map(String) : []
    for (const choice of choices.slice(0, 6)) {
      const items = await ask(choice)
      const name = choice.replace(/^[-+]|[:_ ](asc|desc)$/gi, '')
      const values = items?.map((item) => scalarsAt(item).find((one) => bare(one.name) === bare(name))?.value) ?? []
      const isPlain =
        values.every((value) => typeof value === 'number') || values.every((value) => /^[a-z0-9]+$/.test(String(value)))
      if (!isPlain || new Set(values).size < 2) continue
      const pairs = values.slice(1).map((value, index) => [values[index], value] as [string | number, string | number])
      if (pairs.every(([one, two]) => one <= two) || pairs.every(([one, two]) => one >= two)) continue
      this.#prober.fail(
        list,
        `sort ${choice}`,
        `${list.id} does not sort by ${choice}`,
        'a sorted list',
        values.join(', '),
      )
    }
  }

  /** The same body twice is a duplicate, or another thing, and no fault of the server. */
  async #repeats(sent: AttemptInput): Promise<void> {
    const { collection, things } = this.#options
    const header = this.#create.parameters.find(
      ({ in: place, name }) => place === 'header' && bare(name) === 'idempotencykey',
    )
    const key = `rulebound-${randomInt(1e9)}`
    const again = (input: AttemptInput) =>
      header ? withParameter({ ...sent, path: input.path ?? {} }, header, key) : { ...sent, path: input.path ?? {} }
    const keys: unknown[] = []
    for (const _ of header ? [1, 2] : [1])
      await this.#prober.ask(this.#create, valid('the same body twice'), async () => {
        const { reply, thing } = await things.make(collection, again, { isRepeated: true, isChanged: true })
        if (thing) keys.push(thing.values.at(-1))
        return reply
      })
    if (header && keys.length === 2 && keys[0] !== keys[1])
      this.#prober.fail(
        this.#create,
        'idempotency',
        `${this.#create.id} makes two things under one ${header.name}`,
        keys[0],
        keys[1],
      )
  }

  /** Writes other values, and reads them again. */
  async #change(role: 'replace' | 'patch', thing: Thing): Promise<void> {
    const write = this.#operations.get(role)
    if (!write || write === this.#create) return
    const before = await this.#read(thing)
    const old = before && before.status < 300 ? this.#recordIn(jsonOf(before)) : undefined
    const content = bodyOf(write)
    const { things } = this.#options
    const { input } = await things.requestOf(write, []).catch(() => ({ input: undefined }))
    if (!input || !content || !old) return
    const path = validRequest(write, things.valuesAt(write, thing.values)).path ?? {}
    const body = this.#otherValues(write, bodyValueOf(input), old, role)
    if (!isMapping(body) || Object.keys(body).length === 0) return
    const sent = withBody({ ...input, path }, content, body)
    const reply = await this.#prober.ask(write, valid('a valid request'), () => this.#prober.attempt(write, sent))
    if (!reply || reply.status >= 300 || reply.status === 202) return
    await this.#readsAsSent(write, thing, { sent: body, answer: jsonOf(reply), before: old })
    const after = role === 'patch' ? await this.#read(thing) : undefined
    const shown = after && after.status < 300 ? this.#recordIn(jsonOf(after)) : undefined
    const lost = Object.keys(old).find(
      (name) =>
        !Object.hasOwn(body, name) &&
        old[name] !== null &&
        shown &&
        (shown[name] === undefined || shown[name] === null),
    )
    if (lost !== undefined && !ownOfServer.test(lost))
      this.#prober.fail(
        write,
        `loses /${lost}`,
        `${write.id} takes away /${lost}, which it was not sent`,
        old[lost],
        'nothing',
      )
  }

  /** The body of a change with values that the thing does not have yet. A patch has one member, so that the others must stay. */
  #otherValues(write: Operation, sample: unknown, old: Members, role: 'replace' | 'patch'): unknown {
    if (!isMapping(sample)) return sample
    const { document } = this.#prober.plan.survey.contract
    const [media] = write.requestBody.values()
    const schema = { $ref: `#${encodeURI(below(media ?? '', 'schema'))}` }
    const schemas = schemasOf(document, { side: 'request' })
    let body: Members = sample
    const changed: string[] = []
    for (const { value, place, valid: isValid } of edgesOf(schema, { schemas, max: 400, maxDepth: 2 })) {
      const [, name = ''] = /^\/([^/~]+)$/.exec(place) ?? []
      const made = name === '' ? undefined : Object(value)[name]
      if (!isValid || changed.includes(name) || !Object.hasOwn(body, name) || this.#isOfServer(write, name)) continue
      const isPlain =
        typeof made === typeof old[name] &&
        (typeof made === 'number' ? Math.abs(made) < 1e6 : /^[a-z0-9 -]{2,40}$/i.test(String(made)))
      if (!isPlain || isAlike(made, old[name]) || this.#options.things.isName(this.#options.collection, name)) continue
      const next = { ...body, [name]: made }
      if (!schemas.accepts(schema, next)) continue
      body = next
      changed.push(name)
    }
    if (role === 'replace') return body
    const alone = Object.fromEntries(Object.entries(body).filter(([name]) => name === changed[0]))
    return changed.length > 0 && schemas.accepts(schema, alone) ? alone : body
  }

  /** A thing that the list hides from another user is not shown by its key either. */
  async #asOther(thing: Thing): Promise<void> {
    const { other } = this.#options
    const read = this.#operations.get('read')
    const list = this.#operations.get('list')
    if (other === undefined || !read) return
    const reply = await this.#read(thing, other)
    if (!reply || reply.status >= 300) return
    const input = list && validRequest(list, this.#options.things.valuesAt(list, thing.values.slice(0, -1)))
    const listed = list && (await this.#prober.attempt(list, { ...input, as: other }))
    const isHidden = listed !== undefined && listed.status < 300 && !listed.text.includes(String(thing.values.at(-1)))
    if (!read.responses.has('403') && !isHidden) return
    const what = `${read.id} shows another user what this user has made`
    this.#prober.fail(read, 'other user', what, read.responses.has('403') ? '403' : '404', reply.status)
  }

  /** What was removed is not read, and not listed, and is removed once. */
  async #remove(thing: Thing): Promise<void> {
    const removal = this.#operations.get('delete')
    const read = this.#operations.get('read')
    if (!removal) return
    const input = validRequest(removal, this.#options.things.valuesAt(removal, thing.values))
    const before = await this.#read(thing)
    const reply = await this.#prober.ask(removal, valid('a valid request'), () => this.#prober.attempt(removal, input))
    if (!reply || reply.status >= 300 || reply.status === 202) return
    const after = read && (await this.#readUntil(thing, ({ status }) => status >= 300))
    if (read && after && after.status < 300 && before && isDeepStrictEqual(after.body, before.body)) {
      const what = `${read.id} still shows the thing unchanged after ${removal.id} has answered ${reply.status}`
      this.#prober.fail(removal, 'not gone', what, '404', after.status)
    } else if (read && after && after.status >= 300) {
      const listed = await this.#items({}, thing, valid('a valid request'))
      const key = String(thing.values.at(-1))
      const list = this.#operations.get('list')
      if (list && listed?.some((item) => String(keyOfItem(item, this.#options.collection)) === key))
        this.#prober.fail(
          list,
          'still listed',
          `${list.id} still shows what ${removal.id} has removed`,
          'no such thing',
          key,
        )
      await this.#prober.ask(
        read,
        { kind: 'unnamed', what: 'the key of a thing that was removed', place: 'path' },
        () => this.#read(thing),
      )
    }
    const again: Probe = { kind: 'unnamed', what: 'the key of a thing that was removed', place: 'path' }
    await this.#prober.ask(removal, again, () => this.#prober.attempt(removal, input))
  }
}

function isPaging(name: string): boolean {
  return /limit|offset|page|per|cursor|size|skip|take|top|marker|after|before|next|token|continue|start|first|last/i.test(
    name,
  )
}

/** The members of an item, the outer ones first. */
function scalarsAt(item: unknown): { name: string; value: string | number | boolean }[] {
  const own = isMapping(item) ? Object.entries(item) : []
  return own.flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [{ name, value }] : [],
  )
}

function isMatching(value: unknown, chosen: unknown): boolean {
  if (typeof value !== 'string') return value === chosen
  return value.toLowerCase().includes(String(chosen).toLowerCase())
}

/** Whether two values mean the same, however a server writes them: dates, case, and spaces at the ends. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one === 'number' || typeof other === 'number')
    return Math.abs(Number(one) - Number(other)) < 1e-6 * Math.max(1, Math.abs(Number(other)))
  const texts = [one, other].map((value) => String(value).trim().toLowerCase())
  if (texts[0] === texts[1]) return true
  const [first = Number.NaN, second] = texts.map((text) => (/^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN))
  return first === second || (!Number.isNaN(first) && Math.abs(first - Number(second)) < 1000)
}

import { isDeepStrictEqual } from 'node:util'
import { below, type DocumentNode, isMapping, isObject, valueAt } from '../../contract/json-pointer.ts'
import { findMediaType, isJson, isXml, parseMediaType } from '../../contract/media-type.ts'
import { Containment, type Finding } from '../../contract/schema/containment/containment.ts'
import { bodyKindOf } from '../../contract/wire/body.ts'
import { pointerView } from '../../contract/wire/schema-views.ts'
import { writeXml } from '../../contract/wire/xml.ts'
import { type Exchange, exchangeOf, printExchange, printValue, writeParameter } from './exchange.ts'
import { kindOfAspect, kinds, type Level, levels, type Side, type TableKind } from './kinds.ts'
import { MeaningComparison } from './meaning.ts'
import {
  type Credential,
  templateOf,
  type WireForm,
  type WireMedia,
  type WireMessage,
  type WireOperation,
  type WireParameter,
  wireForm,
} from './wire-form.ts'

/** A document in the form of `readDocument`. */
export interface ComparedDocument {
  document: DocumentNode
  leftOut: readonly { pointer: string; reason: string; isReference?: boolean }[]
}

/** One change, where it shows first. */
export interface Change {
  id: string
  level: Level
  /** `GET /orders, query limit`, `POST /orders, body /status` */
  place: string
  /** What changed there; empty where the kind says it all. */
  detail: string
  /** The exchange that breaks. */
  exchange?: string
  /** The nearest exchange that works with both revisions. */
  twin?: string
  /** JSON pointer of the operation or node, in the document that has it. */
  pointer: string
  /** The pointer is one of the older document. */
  isGone: boolean
  /** Number of other places with the same change of the same schema. */
  others: number
  /** Functions of a generated client that it concerns: `listOrders`, or `getOrder → readOrder` for another name. */
  calls: string[]
}

/** Compares two revisions of a document, the more serious changes first. */
export function compareDocuments(before: ComparedDocument, now: ComparedDocument): Change[] {
  return new DocumentComparison(before, now).compare()
}

/** Where a change of a message is, and how to show it. */
interface Spot {
  operation: WireOperation
  /** `query limit`, `body`, `answer 200` */
  place: string
  /** The API's caller sends it. */
  isSent: boolean
  isText: boolean
  exchangeOf: (value: unknown) => Exchange
}

interface AddOptions {
  /** Shown for a change that breaks. */
  exchange?: Exchange
  twin?: Exchange | undefined
  /** Both, made where they are shown. */
  shown?: () => Pick<AddOptions, 'exchange' | 'twin'>
  /** Equal for one change in several operations. */
  key?: string
  /** Default: that of the operation. */
  pointer?: string
  call?: string
}

class DocumentComparison {
  readonly #before: DocumentNode
  readonly #now: DocumentNode
  readonly #meaning: MeaningComparison
  readonly #incomplete: WeakSet<object>
  /** References to the network. */
  readonly #unread: readonly { pointer: string; detail: string; isGone: boolean }[]
  readonly #containments = new Map<string, Containment>()
  /** By kind and pair of schemas. */
  readonly #changes = new Map<string, Change>()
  #index: WeakMap<object, string> | undefined

  constructor(before: ComparedDocument, now: ComparedDocument) {
    this.#before = before.document
    this.#now = now.document
    this.#meaning = new MeaningComparison(before.document, now.document)
    this.#incomplete = new WeakSet([...incompleteIn(before), ...incompleteIn(now)])
    this.#unread = [before, now].flatMap((one) =>
      one.leftOut.flatMap(({ pointer, reason, isReference }) =>
        isReference ? [{ pointer, detail: reason, isGone: one === before }] : [],
      ),
    )
  }

  compare(): Change[] {
    const [before, now] = [wireForm(this.#before, true), wireForm(this.#now, false)]
    const added = new Set([...now.keys()].filter((key) => !before.has(key)))
    for (const [key, operation] of before) {
      const present = now.get(key) ?? sameAddress(operation, now, added)
      if (present) this.#compareOperations(operation, present)
      else this.#removed(operation)
    }
    for (const key of added) {
      const operation = now.get(key)
      if (operation) this.#add(operation.isInbound ? 'webhook-added' : 'operation-added', operation)
    }
    const schemas = schemasOf(this.#now)
    for (const name of Object.keys(schemasOf(this.#before)))
      if (!Object.hasOwn(schemas, name)) {
        const pointer = below('/components/schemas', name)
        this.#addAt('schema-name-removed', `schema ${name}`, { pointer, isGone: true })
      }
    const unread = new Map(this.#unread.map((one) => [one.pointer, one]))
    for (const [pointer, change] of unread) this.#addAt('part-unread', pointer, change)
    return [...this.#changes.values()].toSorted((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level))
  }

  #removed(operation: WireOperation): void {
    this.#add(operation.isInbound ? 'webhook-removed' : 'operation-removed', operation)
    const sunset = sunsetOf(operation)
    if (sunset && operation.node.deprecated === true && Date.parse(sunset) > Date.now())
      this.#add('removed-before-sunset', operation, '', sunset)
  }

  #compareOperations(before: WireOperation, now: WireOperation): void {
    const takesSegments = ({ parameters }: WireOperation) =>
      [...parameters.values()].some(({ node }) => node['x-multi-segment'] === true)
    if (takesSegments(before) && !takesSegments(now)) this.#add('path-narrowed', now)
    if (!before.isInbound) {
      this.#compareServers(before, now)
      this.#compareSecurity(before, now)
    }
    this.#compareParameters(before, now)
    this.#compareBodies(before, now)
    this.#compareAnswers(before, now)
    const [old, present] = [before.node, now.node]
    if (old.operationId !== present.operationId && isNamed(before) && isNamed(now))
      this.#add('operation-id-changed', now, '', `${old.operationId} → ${present.operationId}`, {
        ...(before.call !== now.call && { call: `${before.call} → ${now.call}` }),
      })
    const [tags, others] = [tagsOf(old), tagsOf(present)]
    if (tags !== others) this.#add('tags-changed', now, '', `${tags} → ${others}`)
    const [sunset, date] = [sunsetOf(before), sunsetOf(now)]
    if (present.deprecated === true && old.deprecated !== true) this.#add('deprecated', now, '', date ?? '')
    if (sunset && date && Date.parse(date) < Date.parse(sunset))
      this.#add('sunset-earlier', now, '', `${sunset} → ${date}`)
  }

  #compareServers(before: WireOperation, now: WireOperation): void {
    const isShared = before.hasDocumentServers && now.hasDocumentServers
    const tell = (kind: TableKind, operation: WireOperation, base: string) =>
      this.#add(kind, operation, '', base || '/', { exchange: { base }, ...(isShared && { key: base }) })
    if (now.bases.length === 0) for (const base of before.bases) tell('server-undocumented', before, base)
    if (before.bases.length === 0 || now.bases.length === 0) return
    const [old, present] = [addressesOf(before), addressesOf(now)]
    for (const [address, base] of old) if (!present.has(address)) tell('server-removed', before, base)
    for (const [address, base] of present) if (!old.has(address)) tell('server-added', now, base)
  }

  #compareSecurity(before: WireOperation, now: WireOperation): void {
    const isEnough = (sent: Credential, wanted: Credential) =>
      [...wanted].every(
        ([scheme, scopes]) => [...scopes].every((scope) => sent.get(scheme)?.has(scope)) && sent.has(scheme),
      )
    const show = (credential: Credential) =>
      [...credential].map(([scheme, scopes]) => [scheme, ...scopes].join(' ')).join(' and ') || 'none'
    for (const sent of before.credentials)
      if (!now.credentials.some((wanted) => isEnough(sent, wanted))) {
        const headers = sent.size === 0 ? [] : [`with ${show(sent)}`]
        this.#add('credential-refused', now, '', show(sent), { exchange: { headers, answer: { status: '401' } } })
      }
    for (const sent of now.credentials)
      if (!before.credentials.some((wanted) => isEnough(sent, wanted)))
        this.#add('credential-accepted', now, '', show(sent))
    const [from, to] = [before.tokenUrls, now.tokenUrls]
    if (to.length > 0 && from.some((url) => !to.includes(url))) {
      const detail = `${from.join(', ')} → ${to.join(', ')}`
      this.#add('token-url-changed', now, '', detail, { key: detail })
    }
  }

  #compareParameters(before: WireOperation, now: WireOperation): void {
    const movedTo = ({ name }: WireParameter, to: WireOperation, from: WireOperation) =>
      [...to.parameters].find(([key, one]) => one.name === name && !from.parameters.has(key))?.[1]
    for (const [old, present] of pairsOf(before.parameters, now.parameters)) {
      if (old && present) this.#compareParameter(now, old, present)
      else if (old && old.place !== 'path') {
        const moved = movedTo(old, now, before)
        if (moved?.isRequired)
          this.#add('parameter-moved', now, nameOf(old), `now ${nameOf(moved)}`, { exchange: exchangeOf(old, 'x') })
        else this.#add('parameter-removed', before, nameOf(old))
      } else if (present && present.place !== 'path') {
        if (!present.isRequired) this.#add('parameter-added', now, nameOf(present))
        else if (!movedTo(present, before, now)) this.#addRequired(now, present)
      }
    }
  }

  #addRequired(now: WireOperation, parameter: WireParameter): void {
    if (now.isInbound) return void this.#add('response-member-added', now, nameOf(parameter))
    const sample = this.#sampleOf(parameter.schema)
    this.#add('parameter-required', now, nameOf(parameter), '', { twin: sample && exchangeOf(parameter, sample.value) })
  }

  #compareParameter(operation: WireOperation, before: WireParameter, now: WireParameter): void {
    const place = nameOf(now)
    if (now.isRequired && !before.isRequired) this.#addRequired(operation, now)
    else if (before.isRequired && !now.isRequired)
      this.#add(operation.isInbound ? 'response-header-optional' : 'parameter-optional', operation, place)
    if (now.node.deprecated === true && before.node.deprecated !== true) this.#add('deprecated', operation, place)
    if (before.node.allowEmptyValue === true && now.node.allowEmptyValue !== true && !this.#takesEmpty(now))
      this.#add('parameter-empty-refused', operation, place, '', { exchange: exchangeOf(now, '') })
    this.#compareStyles(operation, 'parameter-style-changed', place, before, now, exchangeOf)
    this.#compareSchemas(before.schema, now.schema, {
      operation,
      place,
      isSent: !operation.isInbound,
      isText: now.mediaType === undefined,
      exchangeOf: (value) => exchangeOf(now, value),
    })
  }

  #takesEmpty({ schema }: WireParameter): boolean {
    return !this.#containment('request')
      .compare({ const: '' }, schema, true)
      .some(({ witness }) => witness)
  }

  /** Styles differ if a value is written differently: `style` and `explode` mean nothing for a number. */
  #compareStyles(
    operation: WireOperation,
    kind: TableKind,
    place: string,
    before: WireParameter,
    now: WireParameter,
    show: (parameter: WireParameter, value: unknown) => Exchange,
  ): void {
    const [was, is] = [describeStyle(before), describeStyle(now)]
    const old = { ...before, name: now.name }
    const write = (value: unknown) => [writeParameter(old, value), writeParameter(now, value)]
    const value = was === is ? undefined : this.#differently(before.schema, now.schema, write)
    if (!value) return
    const [sent, read] = kind === 'parameter-style-changed' ? [old, now] : [now, old]
    const [exchange, twin] = [show(sent, value.of), show(read, value.of)]
    this.#add(kind, operation, place, `${was} → ${is}`, { exchange, twin })
  }

  /** A value of both schemas that is written in two ways. */
  #differently(before: unknown, now: unknown, write: (value: unknown) => string[]): { of: unknown } | undefined {
    for (const value of this.#containment('request').samplesOf(before, now)) {
      const [was, is] = write(value)
      if (was !== is && was !== '' && is !== '') return { of: value }
    }
    return undefined
  }

  #compareBodies(before: WireOperation, now: WireOperation): void {
    const [old, present] = [before.body, now.body]
    const side = now.isInbound ? 'response' : 'request'
    if (old && !present)
      return void this.#add(`${side}-body-removed`, before, 'body', '', { exchange: { body: printValue({}) } })
    if (present?.isRequired && !old?.isRequired)
      this.#add(now.isInbound ? 'response-body-added' : 'request-body-required', now, 'body')
    else if (present && !old) this.#add(`${side}-body-added`, now, 'body')
    else if (old?.isRequired && !present?.isRequired) this.#add(`${side}-body-optional`, now, 'body')
    if (!old || !present) return
    this.#compareContents(now, 'body', old, present, !now.isInbound, (mediaType, body) => ({
      ...(!isJson(parseMediaType(mediaType)) && { mediaType }),
      body,
    }))
  }

  #compareContents(
    operation: WireOperation,
    place: string,
    before: WireMessage,
    now: WireMessage,
    isSent: boolean,
    show: (mediaType: string, body: string) => Exchange,
  ): void {
    const side = isSent ? 'request' : 'response'
    for (const [type, media] of before.content) {
      const present = now.content.get(typeIn(now.content.keys(), type) ?? '')
      if (!present) {
        const exchange = isSent
          ? { mediaType: type, body: printValue({}) }
          : { headers: [`Accept: ${type}`], answer: { status: '406' } }
        this.#add(`${side}-media-type-removed`, operation, place, type, { exchange })
        continue
      }
      const spot = {
        operation,
        place: before.content.size + now.content.size > 2 ? `${place} ${type}` : place,
        isSent,
        isText: /^(form|multipart|xml)$/.test(bodyKindOf(parseMediaType(type) ?? type)),
        exchangeOf: (value: unknown) => show(type, printValue(value)),
      }
      this.#compareSchemas(media.schema ?? true, present.schema ?? true, spot)
      if (media.itemSchema !== undefined || present.itemSchema !== undefined)
        this.#compareSchemas(media.itemSchema ?? true, present.itemSchema ?? true, {
          ...spot,
          place: `${spot.place} item`,
        })
      if (isXml(parseMediaType(type))) this.#compareXml(media, present, spot)
      this.#compareParts(media, present, spot)
    }
    for (const type of now.content.keys())
      if (typeIn(before.content.keys(), type) === undefined)
        this.#add(`${side}-media-type-added`, operation, place, type)
  }

  #compareXml(before: WireMedia, now: WireMedia, { operation, place, isSent, exchangeOf }: Spot): void {
    // A root element without a name of its own is called as tools like it.
    const write = (value: unknown) =>
      [pointerView(this.#before, () => true), pointerView(this.#now, () => true)].map((view, index) =>
        writeXml(view, [before, now][index]?.pointer, value, 'root'),
      )
    const value = this.#differently(before.schema, now.schema, write)
    if (!value) return
    const [was, is] = write(value.of)
    const [exchange, twin] = (isSent ? [was, is] : [is, was]).map(exchangeOf)
    const kind = isSent ? 'request-xml-changed' : 'response-xml-changed'
    this.#add(kind, operation, place, '', { exchange: exchange ?? {}, twin })
  }

  /** The parts of a form, by `encoding`. */
  #compareParts(before: WireMedia, now: WireMedia, { operation, place, isSent }: Spot): void {
    for (const name of new Set([...before.encoded, ...now.encoded])) {
      const [old, present] = [before.part(name), now.part(name)]
      if (!old || !present) continue
      const [sent, read] = isSent ? [old, present] : [present, old]
      const add = (detail: string, headers: string[] = []) =>
        this.#add(`${isSent ? 'request' : 'response'}-part-changed`, operation, `${place} ${name}`, detail, {
          exchange: { headers },
        })
      const refused = sent.types.find((type) => typeIn(read.types, type) === undefined)
      if (read.types.length > 0 && (refused !== undefined || sent.types.length === 0))
        add(`${old.types.join(', ') || 'any'} → ${present.types.join(', ') || 'any'}`, [
          `part ${name}: ${refused ?? 'its own media type'}`,
        ])
      if (old.style !== present.style && !(old.isScalar && present.isScalar)) add(`${old.style} → ${present.style}`)
      for (const [key, header] of read.headers)
        if (header.isRequired && !sent.headers.get(key)?.isRequired) add(`header ${header.name} must be sent`)
    }
  }

  #compareAnswers(before: WireOperation, now: WireOperation): void {
    const { isInbound } = now
    const successesOf = ({ answers }: WireOperation) =>
      [...answers.keys()].filter((status) => isSuccess(status, answers))
    const [old, present] = [successesOf(before), successesOf(now)]
    const heirOf = (status: string) => coveringStatus(status, now.answers) ?? narrowedStatus(status, now.answers)
    const gone = old.filter((status) => heirOf(status) === undefined)
    const came = present.filter(
      (status) => status !== 'default' && coveringStatus(status, before.answers) === undefined,
    )
    for (const status of new Set([...before.answers.keys(), ...now.answers.keys()])) {
      const place = `answer ${status}`
      const [was, is] = [before.answers.get(status), now.answers.get(status)]
      const covering = old.includes(status) ? heirOf(status) : undefined
      if (was && covering) this.#compareAnswer(now, covering, was, now.answers.get(covering) ?? was)
      if (gone.includes(status))
        this.#add(isInbound ? 'webhook-answer-refused' : 'response-status-removed', now, place, '', {
          exchange: { answer: { status: isInbound ? status : ([...now.answers.keys()][0] ?? 'another') } },
        })
      // A success that took the place of another is told there.
      else if (came.includes(status) && gone.length === 0 && !isInbound)
        this.#add('response-status-added', now, place, '', {
          exchange: { answer: { status: statusIn(status, before.answers) } },
        })
      else if (!was || !(is || covering)) this.#add('response-status-changed', now, place, was ? 'removed' : 'added')
    }
  }

  #compareAnswer(operation: WireOperation, status: string, before: WireMessage, now: WireMessage): void {
    const place = `answer ${status}`
    const isSent = operation.isInbound
    const answer = (body?: string, headers: readonly string[] = []): Exchange => ({
      answer: { status, headers, ...(body !== undefined && { body }) },
    })
    if (before.content.size > 0 && now.content.size === 0)
      this.#add(isSent ? 'request-body-removed' : 'response-body-removed', operation, place, '', { exchange: answer() })
    else if (before.content.size === 0 && now.content.size > 0) this.#add('response-body-added', operation, place)
    else this.#compareContents(operation, place, before, now, isSent, (_, body) => answer(body))
    for (const [header, match] of pairsOf(before.headers, now.headers)) {
      const where = `${place}, header ${(header ?? match)?.name}`
      if (!header) this.#add('response-header-added', operation, where)
      else if (header.isRequired && !match?.isRequired)
        this.#add('response-header-optional', operation, where, match ? '' : 'removed', { exchange: answer() })
      else if (!match) this.#add('response-header-removed', operation, where)
      if (!header || !match) continue
      const withHeader = (one: WireParameter, value: unknown) => answer(undefined, [writeParameter(one, value)])
      this.#compareStyles(operation, 'response-header-style-changed', where, header, match, withHeader)
      this.#compareSchemas(header.schema, match.schema, {
        operation,
        place: where,
        isSent,
        isText: match.mediaType === undefined,
        exchangeOf: (value) => withHeader(match, value),
      })
    }
    for (const [name, link] of before.links)
      if (!isDeepStrictEqual(link, now.links.get(name))) this.#add('link-changed', operation, `${place}, link ${name}`)
  }

  #compareSchemas(before: unknown, now: unknown, spot: Spot): void {
    const side: Side = spot.isSent ? 'request' : 'response'
    const [sent, read] = spot.isSent ? [before, now] : [now, before]
    const all = this.#containment(side).compare(sent, read, spot.isText)
    // Alternatives that lead to one place tell it several times.
    const broken = new Set(all.filter(({ witness }) => witness).map(placeOf))
    const told = new Set<string>()
    for (const finding of all) {
      const text = `${placeOf(finding)} ${finding.witness ? Object.values(finding.difference.detail) : ''}`
      if (!told.has(text) && (finding.witness || !broken.has(placeOf(finding))))
        this.#addFinding(finding, spot, side, false)
      told.add(text)
    }
    for (const finding of this.#containment(`${side} back`).compare(read, sent, spot.isText))
      if (finding.witness && !broken.has(placeOf(finding))) this.#addFinding(finding, spot, side, true)
    for (const { kind, at, detail, key } of this.#meaning.compare(before, now, side)) {
      // A text that is coded as the older revision says: base64 of one letter.
      const isCoding = kinds.get(kind)?.level === 'breaking'
      const value = isCoding && at !== '' ? this.#sampleOf(before)?.value : 'eA=='
      this.#add(kind, spot.operation, joined(spot.place, at), detail, { key, exchange: spot.exchangeOf(value) })
    }
  }

  #addFinding(finding: Finding, spot: Spot, side: Side, isBack: boolean): void {
    const { difference, witness } = finding
    // Requests narrow if the older revision's sender is refused.
    const isNarrower = (side === 'request') !== isBack
    const effect = !witness && !isBack ? 'undecided' : isNarrower ? 'narrowed' : 'widened'
    const at = pathOf(finding) + (difference.name === undefined ? '' : below('', difference.name))
    const here = finding.schemas[spot.isSent === isBack ? 'sent' : 'read']
    const found = here && this.#pointers.get(here.schema)
    this.#add(
      kindOfAspect(side, difference.aspect, effect),
      spot.operation,
      joined(spot.place, at),
      describe(difference, isNarrower),
      {
        key: `${isBack} ${finding.key}`,
        ...(witness && {
          shown: () => ({
            exchange: spot.exchangeOf(witness.message),
            twin: witness.twin === undefined ? undefined : spot.exchangeOf(witness.twin),
          }),
        }),
        ...(found !== undefined && { pointer: here?.keyword === undefined ? found : below(found, here.keyword) }),
      },
    )
  }

  /** The pointers of the objects of the newer document. */
  get #pointers(): WeakMap<object, string> {
    if (this.#index) return this.#index
    const index = new WeakMap<object, string>()
    const pending: [unknown, string][] = [[this.#now, '']]
    for (let next = pending.pop(); next; next = pending.pop()) {
      const [node, pointer] = next
      if (!isObject(node) || index.has(node)) continue
      index.set(node, pointer)
      for (const [name, member] of Object.entries(node))
        if (isObject(member)) pending.push([member, below(pointer, name)])
    }
    this.#index = index
    return index
  }

  #sampleOf(schema: unknown = true): { value: unknown } | undefined {
    return this.#containment('request').commonMessage(schema, schema)
  }

  /** @param which the side, and `back` for what the other document lets it send */
  #containment(which: Side | `${Side} back`): Containment {
    const known = this.#containments.get(which)
    if (known) return known
    const [sent, read] =
      which === 'request' || which === 'response back' ? [this.#before, this.#now] : [this.#now, this.#before]
    const side = which.startsWith('request') ? 'request' : 'response'
    const made = new Containment({ sent: schemasOf(sent), read: schemasOf(read), side }, this.#incomplete)
    this.#containments.set(which, made)
    return made
  }

  /** A change that is none of an operation. */
  #addAt(id: TableKind, place: string, change: Pick<Change, 'pointer'> & Partial<Change>): void {
    const { level = 'undecided' } = kinds.get(id) ?? {}
    const rest = { detail: '', isGone: false, others: 0, calls: [] }
    this.#changes.set(`${id} ${place}`, { id, level, place, ...rest, ...change })
  }

  #add(
    id: string,
    operation: WireOperation,
    place = '',
    detail = '',
    { key, pointer = operation.pointer, call = operation.call, ...shows }: AddOptions = {},
  ): void {
    const whole = `${id} ${key ?? `${operation.name} ${place} ${detail}`}`
    const known = this.#changes.get(whole)
    if (known) {
      known.others += 1
      if (call !== undefined && !known.calls.includes(call)) known.calls.push(call)
      return
    }
    const { level = 'undecided' } = kinds.get(id) ?? {}
    const isBreaking = level === 'breaking'
    const { exchange = {}, twin } = (isBreaking && shows.shown?.()) || shows
    const show = (one: Exchange) => printExchange(operation, one, this.#pathSamples(operation))
    this.#changes.set(whole, {
      id,
      level,
      place: [operation.name, place].filter((part) => part !== '').join(', '),
      detail,
      ...(isBreaking && { exchange: show(exchange), ...(twin && { twin: show(twin) }) }),
      pointer,
      isGone: operation.isOld,
      others: 0,
      calls: call === undefined ? [] : [call],
    })
  }

  #pathSamples({ parameters }: WireOperation): Record<string, string> {
    const inPath = [...parameters.values()].filter(({ place }) => place === 'path')
    const sampleFor = ({ node, schema }: WireParameter) => node.example ?? this.#sampleOf(schema)?.value ?? 1
    return Object.fromEntries(
      inPath.map((parameter) => [parameter.name, writeParameter(parameter, sampleFor(parameter))]),
    )
  }
}

/** The values of two maps by their keys. */
function* pairsOf<Value>(
  before: ReadonlyMap<string, Value>,
  now: ReadonlyMap<string, Value>,
): Generator<[old: Value | undefined, present: Value | undefined]> {
  for (const key of new Set([...before.keys(), ...now.keys()])) yield [before.get(key), now.get(key)]
}

/** Addresses without the names of parameters, with the base of each. */
function addressesOf({ bases, path }: WireOperation): Map<string, string> {
  return new Map(bases.map((base) => [base + templateOf(path), base]))
}

/** The operation at the same address, where a part of the path moved from the server to the path or back. */
function sameAddress(operation: WireOperation, now: WireForm, added: Set<string>): WireOperation | undefined {
  const own = operation.isInbound ? [] : [...addressesOf(operation).keys()]
  const found = [...added].find((key) => {
    const candidate = now.get(key)
    const addresses = candidate?.method === operation.method ? addressesOf(candidate) : undefined
    return own.some((address) => addresses?.has(address))
  })
  added.delete(found ?? '')
  return now.get(found ?? '')
}

function schemasOf(document: DocumentNode): Record<string, unknown> {
  return Object(Object(document.components).schemas)
}

/** Schemas of which a part was left out when the document was read. */
function incompleteIn({ document, leftOut }: ComparedDocument): object[] {
  // What other readers leave out is compared here.
  const unread = leftOut.filter(({ pointer }) => !/\/(itemSchema|(item|prefix)Encoding|callbacks)$/.test(pointer))
  return unread.flatMap(({ pointer, isReference = false }) => {
    if (isReference && isMapping(valueAt(document, pointer))) return [Object(valueAt(document, pointer))]
    const places = [
      pointer,
      pointer.slice(0, pointer.lastIndexOf('/')),
      pointer.replace(/\/patternProperties\/[^/]*$/, ''),
    ]
    return places.map((place) => valueAt(document, place)).filter(isMapping)
  })
}

function isNamed({ node, method, path }: WireOperation): boolean {
  return node.operationId !== undefined && node.operationId !== `${method}:${path}`
}

function tagsOf({ tags }: DocumentNode): string {
  return Array.isArray(tags) ? tags.map(String).sort().join(', ') : ''
}

function sunsetOf({ node: { 'x-sunset': date } }: WireOperation): string | undefined {
  return typeof date === 'string' && !Number.isNaN(Date.parse(date)) ? date : undefined
}

function nameOf({ place, name }: WireParameter): string {
  return `${place} ${name}`
}

function describeStyle({ style, isExploded, mediaType }: WireParameter): string {
  return mediaType ?? `${style}${isExploded ? ', exploded' : ''}`
}

/** The media type that covers another one. */
function typeIn(ranges: Iterable<string>, type: string): string | undefined {
  const all = [...ranges]
  return all.includes(type) ? type : findMediaType(all, type)
}

/** `default` is a success where no other one is documented. */
function isSuccess(status: string, all: ReadonlyMap<string, unknown>): boolean {
  return /^2(\d\d|XX)$/i.test(status) || (status === 'default' && ![...all.keys()].some((other) => /^2/.test(other)))
}

/** The documented status that stands for another one. */
function coveringStatus(status: string, all: ReadonlyMap<string, unknown>): string | undefined {
  return [status, `${status[0]}XX`, 'default'].find((one) => all.has(one))
}

/** The success that is left of a class. */
function narrowedStatus(status: string, all: ReadonlyMap<string, unknown>): string | undefined {
  return /XX$|^default$/i.test(status) ? [...all.keys()].find((other) => /^2/.test(other)) : undefined
}

/** A status of a class that was not documented by itself. */
function statusIn(status: string, known: ReadonlyMap<string, unknown>): string {
  const named = ['00', '01', '02', '04'].map((digits) => `${status[0]}${digits}`)
  return /XX$/i.test(status) ? (named.find((one) => !known.has(one)) ?? status) : status
}

function joined(place: string, at: string): string {
  return at === '' ? place : `${place} ${at}`
}

/** `maximum 10 → 5`, the older revision first. */
function describe({ detail: { of, sent, read } }: Finding['difference'], isOlderSent: boolean): string {
  if (sent === undefined || read === undefined) return of
  return `${of && `${of} `}${isOlderSent ? `${sent} → ${read}` : `${read} → ${sent}`}`
}

function pathOf({ suspicion }: Pick<Finding, 'suspicion'>): string {
  return below('', ...suspicion.chain.flatMap(({ step }) => (step === undefined ? [] : [step])))
}

function placeOf(finding: Finding): string {
  return `${pathOf(finding)} ${finding.difference.aspect} ${finding.difference.name ?? ''}`
}

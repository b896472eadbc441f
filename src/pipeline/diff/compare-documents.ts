import { isDeepStrictEqual } from 'node:util'
import { below, type DocumentNode, isMapping, isObject, valueAt } from '../../contract/json-pointer.ts'
import { findMediaType, isXml, parseMediaType } from '../../contract/media-type.ts'
import { Containment, type Finding } from '../../contract/schema/containment/containment.ts'
import { type Exchange, exchangeOf, printExchange } from './exchange.ts'
import { kindOfAspect, kinds, type Level, levels, type Side, type TableKind } from './kinds.ts'
import { MeaningComparison } from './meaning.ts'
import {
  templateOf,
  type WireField,
  type WireForm,
  type WireMedia,
  type WireMessage,
  type WireOperation,
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
  /** Who sends it. */
  side: Side
  exchangeOf: (value: unknown) => Exchange
}

/** Two messages, of which this is the newer one, with their operations. */
interface MessagePair {
  old: WireOperation
  operation: WireOperation
  message: WireMessage
}

type Credential = WireOperation['credentials'][number]

const none: WireMessage['fields'] = new Map()

interface AddOptions {
  /** One that breaks has one in any case. */
  exchange?: Exchange | undefined
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
    const takesSegments = ({ request }: WireOperation) =>
      [...request.fields.values()].some(({ node }) => node['x-multi-segment'] === true)
    if (takesSegments(before) && !takesSegments(now)) this.#add('path-narrowed', now)
    if (!before.isInbound) {
      this.#compareServers(before, now)
      this.#compareSecurity(before, now)
    }
    this.#compareMessages({ old: before, operation: now, message: now.request }, before.request)
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
    const tell = (kind: TableKind, operation: WireOperation, base: string, detail = base || '/', twin?: string) =>
      this.#add(kind, operation, '', detail, {
        exchange: { base: base.replaceAll('{}', 'other') },
        ...(twin !== undefined && { twin: { base: twin } }),
        ...(isShared && { key: detail }),
      })
    if (now.bases.length === 0) for (const base of before.usualBases) tell('server-undocumented', before, base)
    if (before.bases.length === 0 || now.bases.length === 0) return
    const [old, present] = [addressesOf(before), addressesOf(now)]
    for (const [address, base] of old) if (!present.has(address)) tell('server-removed', before, base)
    for (const [address, base] of present) if (!old.has(address)) tell('server-added', now, base)
    const [usual] = before.usualBases.filter((base) => !now.usualBases.includes(base) && now.bases.includes(base))
    const [other] = now.usualBases.filter((base) => !before.usualBases.includes(base))
    if (usual !== undefined && other !== undefined)
      tell('server-default-changed', now, other, `${usual} → ${other}`, usual)
  }

  #compareSecurity(before: WireOperation, now: WireOperation): void {
    const isEnough = (sent: Credential, wanted: Credential) =>
      [...wanted].every(
        ([scheme, scopes]) => [...scopes].every((scope) => sent.get(scheme)?.has(scope)) && sent.has(scheme),
      )
    const refusedBy = ({ credentials }: WireOperation, { credentials: all }: WireOperation) =>
      all
        .filter((sent) => !credentials.some((wanted) => isEnough(sent, wanted)))
        .map((sent) => [...sent].map(([scheme, scopes]) => [scheme, ...scopes].join(' ')).join(' and ') || 'none')
    for (const sent of refusedBy(now, before)) {
      const headers = sent === 'none' ? [] : [`with ${sent}`]
      this.#add('credential-refused', now, '', sent, { exchange: { headers, answer: { status: '401' } } })
    }
    for (const sent of refusedBy(before, now)) this.#add('credential-accepted', now, '', sent)
    const [from, to] = [before.tokenUrls, now.tokenUrls]
    if (to.length > 0 && from.some((url) => !to.includes(url))) {
      const detail = `${from.join(', ')} → ${to.join(', ')}`
      this.#add('token-url-changed', now, '', detail, { key: detail })
    }
  }

  #compareMessages(pair: MessagePair, before: WireMessage): void {
    const { operation, message } = pair
    const [old, present] = [before.fields, message.fields]
    for (const key of new Set([...old.keys(), ...present.keys()])) {
      const [was, is] = [old.get(key), present.get(key)]
      if (was && is) this.#compareFields(pair, was, is)
      else if ((was ?? is)?.place !== 'path') this.#compareLone(pair, was, is, was ? [present, old] : [old, present])
    }
    for (const [name, link] of before.links)
      if (!isDeepStrictEqual(link, message.links.get(name)))
        this.#add('link-changed', operation, `${message.place}, link ${name}`)
  }

  /** A field that only one of two messages has, or that is in another place of the other one. */
  #compareLone(
    pair: MessagePair,
    before: WireField | undefined,
    now: WireField | undefined,
    [others = none, own = none]: readonly WireMessage['fields'][],
  ): void {
    const { operation, message } = pair
    const { place, name } = before ?? now ?? {}
    const isMovable = message.side === 'request' && place !== 'body'
    const single = [...others.values()].find((one) => place === 'querystring' && one.place === 'query')
    const [, namesake] = [...others].find(([key, one]) => isMovable && one.name === name && !own.has(key)) ?? []
    if (single)
      this.#tellQuery(pair, before ?? single, before ? [before.style, 'parameters'] : ['parameters', now?.style])
    else if (!namesake || !(now ?? namesake).isRequired) this.#tellPresence(pair, before, now)
    // The one of the older message tells it.
    else if (before) {
      const exchange = exchangeOf(message, before, before.content.get(''), 'x')
      this.#add('parameter-moved', operation, before.label, `now ${namesake.label}`, { exchange })
    }
  }

  /** The whole query is one value in one of two messages, and not in the other. */
  #tellQuery({ operation, message }: MessagePair, sent: WireField, styles: readonly (string | undefined)[]): void {
    const media = sent.content.get('')
    const exchange = exchangeOf(message, sent, media, this.#sampleOf(media?.schema)?.value)
    this.#add('parameter-style-changed', operation, sent.label, styles.join(' → '), { exchange })
  }

  /** Whether a field must, may or cannot be there. */
  #tellPresence({ old, operation, message }: MessagePair, before?: WireField, now?: WireField): void {
    const field = before ?? now
    const isBody = field?.place === 'body'
    const isRequest = message.side === 'request'
    const of = isBody ? (`${message.side}-body` as const) : isRequest ? 'parameter' : 'response-header'
    const isMissing = before?.isRequired && !now?.isRequired && (now || !(isRequest || isBody))
    const place = joined(message.place, field?.label ?? '', ', ')
    const empty = { ...(message.status !== undefined && { answer: { status: message.status } }) }
    if (isRequest && now?.isRequired && !before?.isRequired) {
      const [[type, media] = []] = now.content
      const sample = this.#sampleOf(media?.schema)
      const twin = sample && exchangeOf(message, now, media, sample.value, type)
      this.#add(isBody ? 'request-body-required' : 'parameter-required', operation, place, '', {
        exchange: empty,
        twin,
      })
    } else if (!before || (isBody && now?.isRequired && !before.isRequired)) this.#add(`${of}-added`, operation, place)
    else if (isMissing) this.#add(`${of}-optional`, operation, place, now ? '' : 'removed', { exchange: empty })
    else if (!now)
      this.#add(`${of}-removed`, old, place, '', { ...(isBody && { exchange: isRequest ? { body: '{}' } : empty }) })
  }

  #compareFields(pair: MessagePair, before: WireField, now: WireField): void {
    const { operation, message } = pair
    const { side } = message
    const place = joined(message.place, now.label, ', ')
    this.#tellPresence(pair, before, now)
    if (now.node.deprecated === true && before.node.deprecated !== true) this.#add('deprecated', operation, place)
    if (before.node.allowEmptyValue === true && now.node.allowEmptyValue !== true && !this.#takes(now, ''))
      this.#add('parameter-empty-refused', operation, place, '', {
        exchange: exchangeOf(message, now, now.content.get(''), ''),
      })
    for (const [type, media] of before.content) {
      const key = typeIn(now.content.keys(), type) ?? ''
      const present = now.content.get(key)
      if (!present) {
        const exchange =
          side === 'request'
            ? { mediaType: type, body: '{}' }
            : { headers: [`Accept: ${type}`], answer: { status: '406' } }
        this.#add(`${side}-media-type-removed`, operation, place, type, { exchange })
        continue
      }
      const spot = {
        operation,
        place: before.content.size + now.content.size > 2 ? joined(place, type) : place,
        side,
        exchangeOf: (value: unknown) => exchangeOf(message, now, present, value, type),
      }
      this.#compareSchemas(media.schema ?? true, present.schema ?? true, present.isText, spot)
      if (media.itemSchema !== undefined || present.itemSchema !== undefined) {
        const place = joined(spot.place, 'item')
        this.#compareSchemas(media.itemSchema ?? true, present.itemSchema ?? true, present.isText, { ...spot, place })
      }
      if (now.place !== 'body' || isXml(parseMediaType(type))) this.#compareWriting(pair, spot, before, now, type, key)
      this.#compareParts(media, present, spot)
    }
    for (const type of now.content.keys())
      if (typeIn(before.content.keys(), type) === undefined)
        this.#add(`${side}-media-type-added`, operation, place, type)
  }

  #takes({ content }: WireField, value: unknown): boolean {
    const found = this.#containment('request').compare({ const: value }, content.get('')?.schema, true)
    return !found.some(({ witness }) => witness)
  }

  /** A value of both schemas may be written in two ways. `style` and `explode` mean nothing for a number. */
  #compareWriting(pair: MessagePair, spot: Spot, before: WireField, now: WireField, type: string, key: string): void {
    const { operation, place, side } = spot
    const [old, present] = [before.content.get(type), now.content.get(key)]
    if (!old || !present) return
    const isReserved = before.style === now.style && now.place !== 'body'
    if (isReserved && before.allowsReserved === now.allowsReserved) return
    const samples = isReserved ? ['a/b'] : this.#containment('request').samplesOf(old.schema, present.schema)
    const kind: TableKind = isReserved
      ? 'reserved-characters-changed'
      : now.place === 'body'
        ? `${side}-xml-changed`
        : pair.message.status === undefined
          ? 'parameter-style-changed'
          : 'response-header-style-changed'
    const detail = isReserved
      ? `${before.allowsReserved} → ${now.allowsReserved}`
      : before.style && `${before.style} → ${now.style}`
    for (const value of samples) {
      const texts = [old.write(value), present.write(value)]
      if (texts[0] === texts[1] || texts.includes('')) continue
      if (isReserved && ![before, now].every((field) => this.#takes(field, value))) continue
      const [exchange, twin] = [old, present].map((media) => exchangeOf(pair.message, now, media, value, type))
      const [sent, read] = side === 'request' ? [exchange, twin] : [twin, exchange]
      this.#add(kind, operation, place, detail, { exchange: sent, twin: read })
      break
    }
  }

  /** The parts of a form, by `encoding`. */
  #compareParts(before: WireMedia, now: WireMedia, { operation, place, side }: Spot): void {
    for (const name of new Set([...before.encoded, ...now.encoded])) {
      const [old, present] = [before.part(name), now.part(name)]
      if (!old || !present) continue
      const [sent, read] = side === 'request' ? [old, present] : [present, old]
      const add = (detail: string, headers: string[] = [], kind: TableKind = `${side}-part-changed`) =>
        this.#add(kind, operation, joined(place, name), detail, { exchange: { headers } })
      const refused = sent.types.find((type) => typeIn(read.types, type) === undefined)
      if (read.types.length > 0 && (refused !== undefined || sent.types.length === 0))
        add(`${old.types.join(', ') || 'any'} → ${present.types.join(', ') || 'any'}`, [
          `part ${name}: ${refused ?? 'its own media type'}`,
        ])
      if (old.style !== present.style && !(old.isScalar && present.isScalar)) add(`${old.style} → ${present.style}`)
      if (old.allowsReserved !== present.allowsReserved)
        add(`${old.allowsReserved} → ${present.allowsReserved}`, [`${name}=a/b`], 'reserved-characters-changed')
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
      const was = before.answers.get(status)
      const heir = now.answers.get((old.includes(status) && heirOf(status)) || '')
      if (was && heir) this.#compareMessages({ old: before, operation: now, message: heir }, was)
      const tell = (kind: TableKind, shown: string) =>
        this.#add(kind, now, place, '', { exchange: { answer: { status: shown } } })
      if (gone.includes(status))
        if (isInbound) tell('webhook-answer-refused', status)
        else tell('response-status-removed', [...now.answers.keys()][0] ?? 'another')
      // A success that took the place of another is told there.
      else if (came.includes(status) && gone.length === 0 && !isInbound)
        tell('response-status-added', statusIn(status, before.answers))
      else if (!was || !(now.answers.has(status) || heir))
        this.#add('response-status-changed', now, place, was ? 'removed' : 'added')
    }
  }

  #compareSchemas(before: unknown, now: unknown, isText: boolean, spot: Spot): void {
    const { side } = spot
    const [sent, read] = side === 'request' ? [before, now] : [now, before]
    const all = this.#containment(side).compare(sent, read, isText)
    // Alternatives that lead to one place tell it several times.
    const broken = new Set(all.filter(({ witness }) => witness).map(placeOf))
    const told = new Set<string>()
    for (const finding of all) {
      const text = `${placeOf(finding)} ${finding.witness ? Object.values(finding.difference.detail) : ''}`
      if (!told.has(text) && (finding.witness || !broken.has(placeOf(finding)))) this.#addFinding(finding, spot, false)
      told.add(text)
    }
    for (const finding of this.#containment(`${side} back`).compare(read, sent, isText))
      if (finding.witness && !broken.has(placeOf(finding))) this.#addFinding(finding, spot, true)
    for (const { kind, at, detail, key } of this.#meaning.compare(before, now, side)) {
      // A text that is coded as the older revision says: base64 of one letter.
      const isCoding = kinds.get(kind)?.level === 'breaking'
      const value = isCoding && at !== '' ? this.#sampleOf(before)?.value : 'eA=='
      const exchange = isCoding ? spot.exchangeOf(value) : undefined
      this.#add(kind, spot.operation, joined(spot.place, at), detail, { key, exchange })
    }
  }

  #addFinding(finding: Finding, spot: Spot, isBack: boolean): void {
    const { side } = spot
    const { difference, witness } = finding
    // Requests narrow if the older revision's sender is refused.
    const isNarrower = (side === 'request') !== isBack
    const effect = !witness && !isBack ? 'undecided' : isNarrower ? 'narrowed' : 'widened'
    const at = pathOf(finding) + (difference.name === undefined ? '' : below('', difference.name))
    const here = finding.schemas[(side === 'request') === isBack ? 'sent' : 'read']
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

  /** A change outside the operations. */
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
    const { exchange = isBreaking ? {} : undefined, twin } = (isBreaking && shows.shown?.()) || shows
    const show = (one: Exchange) => printExchange(operation, one, this.#pathSamples(operation))
    this.#changes.set(whole, {
      id,
      level,
      place: joined(operation.name, place, ', '),
      detail,
      ...(level !== 'info' && exchange && { exchange: show(exchange), ...(twin && { twin: show(twin) }) }),
      pointer,
      isGone: operation.isOld,
      others: 0,
      calls: call === undefined ? [] : [call],
    })
  }

  #pathSamples({ request }: WireOperation): Record<string, string> {
    const inPath = [...request.fields.values()].filter(({ place }) => place === 'path')
    const sampleOf = ({ node, content }: WireField) => {
      const media = content.get('')
      return media?.write(node.example ?? this.#sampleOf(media.schema)?.value ?? 1) ?? ''
    }
    return Object.fromEntries(inPath.map((field) => [field.name, sampleOf(field)]))
  }
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

function joined(place: string, at: string, by = ' '): string {
  return [place, at].filter((part) => part !== '').join(by)
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

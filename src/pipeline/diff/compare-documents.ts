import { isDeepStrictEqual } from 'node:util'
import { below, type DocumentNode } from '../../contract/json-pointer.ts'
import { findMediaType, isXml, parseMediaType } from '../../contract/media-type.ts'
import { type Change, ChangeList, joined } from './change-list.ts'
import { type ComparedDocument, SchemaComparison, schemasOf } from './compare-schemas.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import type { Side, TableKind } from './kinds.ts'
import {
  templateOf,
  type WireField,
  type WireForm,
  type WireMedia,
  type WireMessage,
  type WireOperation,
  wireForm,
} from './wire-form.ts'

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

class DocumentComparison {
  readonly #before: DocumentNode
  readonly #now: DocumentNode
  /** References to the network. */
  readonly #unread: readonly { pointer: string; detail: string; isGone: boolean }[]
  readonly #schemas: SchemaComparison
  readonly #changes: ChangeList
  readonly #add: ChangeList['add']

  constructor(before: ComparedDocument, now: ComparedDocument) {
    this.#before = before.document
    this.#now = now.document
    this.#unread = [before, now].flatMap((one) =>
      one.leftOut.flatMap(({ pointer, reason, isReference }) =>
        isReference ? [{ pointer, detail: reason, isGone: one === before }] : [],
      ),
    )
    this.#schemas = new SchemaComparison(before, now)
    this.#changes = new ChangeList((schema) => this.#schemas.sampleOf(schema))
    this.#add = this.#changes.add.bind(this.#changes)
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
        this.#changes.addAt('schema-name-removed', `schema ${name}`, { pointer, isGone: true })
      }
    const unread = new Map(this.#unread.map((one) => [one.pointer, one]))
    for (const [pointer, change] of unread) this.#changes.addAt('part-unread', pointer, change)
    return this.#changes.sorted()
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
    const exchange = exchangeOf(message, sent, media, this.#schemas.sampleOf(media?.schema)?.value)
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
      const sample = this.#schemas.sampleOf(media?.schema)
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
    return this.#schemas.takes(content.get('')?.schema, value)
  }

  /** A value of both schemas may be written in two ways. `style` and `explode` mean nothing for a number. */
  #compareWriting(pair: MessagePair, spot: Spot, before: WireField, now: WireField, type: string, key: string): void {
    const { operation, place, side } = spot
    const [old, present] = [before.content.get(type), now.content.get(key)]
    if (!old || !present) return
    const isReserved = before.style === now.style && now.place !== 'body'
    if (isReserved && before.allowsReserved === now.allowsReserved) return
    const samples = isReserved ? ['a/b'] : this.#schemas.samplesOf(old.schema, present.schema)
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
    for (const { kind, at, detail, options } of this.#schemas.compare(before, now, isText, spot))
      this.#add(kind, spot.operation, joined(spot.place, at), detail, options)
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

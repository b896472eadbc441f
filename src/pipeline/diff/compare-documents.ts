import { isDeepStrictEqual } from 'node:util'
import { below, type DocumentNode, follow, isMapping, isObject, valueAt } from '../../contract/json-pointer.ts'
import { isJson } from '../../contract/media-type.ts'
import { Containment, type Finding } from '../../contract/schema/containment/containment.ts'
import { printJson } from '../../json-text.ts'
import { type Exchange, printExchange, writeParameter } from './exchange.ts'
import { kindOfAspect, kinds, type Level, type Side, type TableKind } from './kinds.ts'
import { MeaningComparison } from './meaning.ts'
import { parameterOf, type WireForm, type WireOperation, type WireParameter, wireForm } from './wire-form.ts'

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

class DocumentComparison {
  readonly #before: DocumentNode
  readonly #now: DocumentNode
  readonly #meaning: MeaningComparison
  readonly #incomplete: WeakSet<object>
  /** References to the network, by their pointers. */
  readonly #unread: ReadonlyMap<string, { detail: string; isGone: boolean }>
  readonly #containments = new Map<string, Containment>()
  /** By kind and pair of schemas. */
  readonly #changes = new Map<string, Change>()
  #index: WeakMap<object, string> | undefined

  constructor(before: ComparedDocument, now: ComparedDocument) {
    this.#before = before.document
    this.#now = now.document
    this.#meaning = new MeaningComparison(schemasOf(before.document), schemasOf(now.document))
    this.#incomplete = new WeakSet([...incompleteIn(before), ...incompleteIn(now)])
    const unreadIn = ({ leftOut }: ComparedDocument, isGone: boolean) =>
      leftOut.flatMap(({ pointer, reason, isReference }) =>
        isReference ? [[pointer, { detail: reason, isGone }] as const] : [],
      )
    this.#unread = new Map([...unreadIn(before, true), ...unreadIn(now, false)])
  }

  compare(): Change[] {
    const [before, now] = [wireForm(this.#before), wireForm(this.#now)]
    const added = new Set([...now.keys()].filter((key) => !before.has(key)))
    for (const [key, operation] of before) {
      const present = now.get(key) ?? this.#sameAddress(operation, key, now, added)
      if (present) this.#compareOperations(operation, present)
      else this.#removed(operation)
    }
    for (const key of added) {
      const operation = now.get(key)
      if (operation) this.#add(operation.isInbound ? 'webhook-added' : 'operation-added', operation, '', '')
    }
    this.#compareNames()
    for (const [pointer, change] of this.#unread) this.#addAt('part-unread', pointer, { pointer, ...change })
    const order: Level[] = ['breaking', 'undecided', 'source-breaking', 'warning', 'info']
    return [...this.#changes.values()].toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level))
  }

  /** The operation at the same address, where a part of the path moved from the server to the path or back. */
  #sameAddress(operation: WireOperation, key: string, now: WireForm, added: Set<string>): WireOperation | undefined {
    const addressesOf = (one: WireOperation) => one.bases.map((base) => `${one.method} ${base}${templateOf(one)}`)
    const own = new Set(addressesOf(operation))
    if (operation.isInbound || own.size === 0) return undefined
    const found = [...added].find(
      (candidate) =>
        addressesOf(now.get(candidate) ?? operation).some((address) => own.has(address)) && candidate !== key,
    )
    if (found === undefined) return undefined
    added.delete(found)
    return now.get(found)
  }

  #removed(operation: WireOperation): void {
    const kind = operation.isInbound ? 'webhook-removed' : 'operation-removed'
    this.#add(kind, operation, '', '', { exchange: {}, isGone: true })
    const sunset = sunsetOf(operation.node)
    if (sunset && operation.node.deprecated === true && Date.parse(sunset) > Date.now())
      this.#add('removed-before-sunset', operation, '', sunset, { isGone: true })
  }

  #compareOperations(before: WireOperation, now: WireOperation): void {
    const takesSegments = ({ parameters }: WireOperation) =>
      [...parameters.values()].some(({ node }) => node['x-multi-segment'] === true)
    if (takesSegments(before) && !takesSegments(now)) this.#add('path-narrowed', now, '', '', { exchange: {} })
    this.#compareServers(before, now)
    this.#compareSecurity(before, now)
    this.#compareParameters(before, now)
    this.#compareBodies(before, now)
    this.#compareAnswers(before, now)
    const [old, present] = [before.node, now.node]
    if (old.operationId !== present.operationId && isNamed(before) && isNamed(now))
      this.#add('operation-id-changed', now, '', `${old.operationId} → ${present.operationId}`)
    if (!isDeepStrictEqual(tagsOf(old), tagsOf(present)))
      this.#add('tags-changed', now, '', `${tagsOf(old)} → ${tagsOf(present)}`)
    if (present.deprecated === true && old.deprecated !== true)
      this.#add('deprecated', now, '', sunsetOf(present) ?? '')
    const [sunset, date] = [sunsetOf(old), sunsetOf(present)]
    if (sunset && date && Date.parse(date) < Date.parse(sunset))
      this.#add('sunset-earlier', now, '', `${sunset} → ${date}`)
  }

  #compareServers(before: WireOperation, now: WireOperation): void {
    if (before.isInbound || before.bases.length === 0 || now.bases.length === 0) return
    const shared = before.hasDocumentServers && now.hasDocumentServers
    const [old, present] = [before, now].map((one) => one.bases.map((base) => base + templateOf(one)))
    const list = (one: WireOperation, own: string[] = [], other: string[] = []) =>
      one.bases.filter((_, index) => !other.includes(own[index] ?? ''))
    for (const base of list(before, old, present))
      this.#add('server-removed', before, '', base || '/', {
        exchange: { base },
        isGone: true,
        ...(shared && { key: base }),
      })
    for (const base of list(now, present, old))
      this.#add('server-added', now, '', base || '/', shared ? { key: base } : {})
  }

  #compareSecurity(before: WireOperation, now: WireOperation): void {
    if (before.isInbound) return
    const [old, present] = [alternativesOf(before, this.#before), alternativesOf(now, this.#now)]
    const isEnough = (sent: Credential, wanted: Credential) =>
      [...wanted].every(([scheme, scopes]) => {
        const given = sent.get(scheme)
        return given !== undefined && [...scopes].every((scope) => given.has(scope))
      })
    const show = (credential: Credential) =>
      credential.size === 0
        ? 'none'
        : [...credential].map(([scheme, scopes]) => [scheme, ...scopes].join(' ')).join(' and ')
    const headers = (credential: Credential) => (credential.size === 0 ? [] : [`with ${show(credential)}`])
    for (const sent of old)
      if (!present.some((wanted) => isEnough(sent, wanted)))
        this.#add('credential-refused', now, '', show(sent), {
          exchange: { headers: headers(sent), answer: { status: '401', hasBody: false } },
        })
    for (const sent of present)
      if (!old.some((wanted) => isEnough(sent, wanted))) this.#add('credential-accepted', now, '', show(sent))
    const [from, to] = [tokenUrlsOf(before, this.#before), tokenUrlsOf(now, this.#now)]
    if (from !== '' && to !== '' && from !== to)
      this.#add('token-url-changed', now, '', `${from} → ${to}`, { key: `${from} ${to}` })
  }

  #compareParameters(before: WireOperation, now: WireOperation): void {
    for (const [key, parameter] of before.parameters) {
      const present = now.parameters.get(key)
      if (present) {
        this.#compareParameter(now, parameter, present)
        continue
      }
      const moved = [...now.parameters].find(
        ([other, { name }]) => name === parameter.name && !before.parameters.has(other),
      )
      if (parameter.place === 'path') continue
      if (moved?.[1].isRequired)
        this.#add('parameter-moved', now, nameOf(parameter), `now ${nameOf(moved[1])}`, {
          exchange: this.#parameterExchange(parameter, 'x'),
        })
      else this.#add('parameter-removed', before, nameOf(parameter), '', { isGone: true })
    }
    for (const [key, parameter] of now.parameters) {
      if (before.parameters.has(key) || parameter.place === 'path') continue
      const isMoved = [...before.parameters].some(
        ([other, { name }]) => name === parameter.name && !now.parameters.has(other),
      )
      if (!parameter.isRequired) this.#add('parameter-added', now, nameOf(parameter), '')
      else if (!isMoved) this.#addRequired(now, nameOf(parameter), parameter)
    }
  }

  #addRequired(now: WireOperation, place: string, parameter: WireParameter): void {
    if (now.isInbound) return void this.#add('response-member-added', now, place, '')
    const sample = this.#sampleOf(parameter.schema, parameter.schema)
    this.#add('parameter-required', now, place, '', {
      exchange: {},
      ...(sample && { twin: this.#parameterExchange(parameter, sample.value) }),
    })
  }

  #compareParameter(operation: WireOperation, before: WireParameter, now: WireParameter): void {
    const place = nameOf(now)
    if (now.isRequired && !before.isRequired) this.#addRequired(operation, place, now)
    else if (before.isRequired && !now.isRequired)
      this.#add(
        operation.isInbound ? 'response-header-optional' : 'parameter-optional',
        operation,
        place,
        '',
        operation.isInbound ? { exchange: {} } : {},
      )
    if (now.node.deprecated === true && before.node.deprecated !== true) this.#add('deprecated', operation, place, '')
    this.#compareStyles(operation, 'parameter-style-changed', place, before, now, (parameter, value) =>
      this.#parameterExchange(parameter, value),
    )
    this.#compareSchemas(before.schema, now.schema, {
      operation,
      place,
      isSent: !operation.isInbound,
      isText: now.mediaType === undefined,
      exchangeOf: (value) => this.#parameterExchange(now, value),
    })
  }

  /** Styles differ if a value is written differently: `style` and `explode` mean nothing for a number. */
  #compareStyles(
    operation: WireOperation,
    kind: TableKind,
    place: string,
    before: WireParameter,
    now: WireParameter,
    exchangeOf: (parameter: WireParameter, value: unknown) => Exchange,
  ): void {
    if (before.style === now.style && before.isExploded === now.isExploded && before.mediaType === now.mediaType) return
    const old = { ...before, name: now.name }
    for (const value of this.#containment('request').samplesOf(before.schema, now.schema)) {
      const [was, is] = [writeParameter(old, value), writeParameter(now, value)]
      if (was === is || was === '' || is === '') continue
      const [exchange, twin] =
        kind === 'parameter-style-changed'
          ? [exchangeOf(old, value), exchangeOf(now, value)]
          : [exchangeOf(now, value), exchangeOf(old, value)]
      this.#add(kind, operation, place, `${describeStyle(before)} → ${describeStyle(now)}`, { exchange, twin })
      return
    }
  }

  #parameterExchange(parameter: WireParameter, value: unknown): Exchange {
    if (parameter.place === 'path') return { path: { parameter, value } }
    const text = writeParameter(parameter, value)
    if (parameter.place === 'header') return { headers: [text] }
    return parameter.place === 'cookie' ? { headers: [`Cookie: ${text}`] } : { query: text }
  }

  #compareBodies(before: WireOperation, now: WireOperation): void {
    const [old, present] = [bodyOf(before, this.#before), bodyOf(now, this.#now)]
    const [first, second] = [contentOf(old, this.#before), contentOf(present, this.#now)]
    const [wasRequired, isRequired] = [old?.required === true, present?.required === true]
    const { isInbound } = now
    if (!present && old)
      return void this.#add(isInbound ? 'response-body-removed' : 'request-body-removed', before, 'body', '', {
        exchange: { body: {} },
        isGone: true,
      })
    if (isRequired && !wasRequired)
      this.#add(isInbound ? 'response-body-added' : 'request-body-required', now, 'body', '', {
        ...(!isInbound && { exchange: {} }),
      })
    else if (!old && present) this.#add(isInbound ? 'response-body-added' : 'request-body-added', now, 'body', '')
    else if (wasRequired && !isRequired)
      this.#add(isInbound ? 'response-body-optional' : 'request-body-optional', now, 'body', '', {
        ...(isInbound && { exchange: {} }),
      })
    if (!old || !present) return
    this.#compareContents(now, 'body', first, second, !isInbound, (mediaType, body) => ({
      ...(body === undefined ? {} : { body }),
      ...(isJson(essenceOf(mediaType)) ? {} : { mediaType }),
    }))
  }

  #compareContents(
    operation: WireOperation,
    place: string,
    before: ReadonlyMap<string, DocumentNode>,
    now: ReadonlyMap<string, DocumentNode>,
    isSent: boolean,
    exchangeOf: (mediaType: string, body: unknown) => Exchange,
  ): void {
    const covering = (type: string, content: ReadonlyMap<string, DocumentNode>) =>
      [...content.keys()].find((range) => covers(range, type))
    for (const [type, media] of before) {
      const range = covering(type, now)
      if (range === undefined) {
        const kind = isSent ? 'request-media-type-removed' : 'response-media-type-removed'
        const exchange = isSent
          ? { mediaType: type, body: {} }
          : { headers: [`Accept: ${type}`], answer: { status: '406', hasBody: false } }
        this.#add(kind, operation, place, type, { exchange })
        continue
      }
      const present = now.get(range) ?? {}
      const spot = {
        operation,
        place: before.size + now.size > 2 ? `${place} ${type}` : place,
        isSent,
        isText: isTextual(type),
        exchangeOf: (value: unknown) => exchangeOf(type, value),
      }
      this.#compareSchemas(media.schema ?? true, present.schema ?? true, spot)
      if (media.itemSchema !== undefined || present.itemSchema !== undefined)
        this.#compareSchemas(media.itemSchema ?? true, present.itemSchema ?? true, {
          ...spot,
          place: `${spot.place} item`,
        })
      if (isSent) this.#compareParts(operation, spot.place, media, present)
    }
    for (const type of now.keys())
      if (covering(type, before) === undefined)
        this.#add(isSent ? 'request-media-type-added' : 'response-media-type-added', operation, place, type)
  }

  /** The parts of a form, by `encoding`. */
  #compareParts(operation: WireOperation, place: string, before: DocumentNode, now: DocumentNode): void {
    const [old, present] = [Object(before.encoding), Object(now.encoding)] as Record<string, DocumentNode>[]
    for (const name of new Set([...Object.keys(old ?? {}), ...Object.keys(present ?? {})])) {
      const [was, is] = [old?.[name] ?? {}, present?.[name] ?? {}]
      const [part, other] = [partOf(before, name, this.#before), partOf(now, name, this.#now)]
      const [sent, taken] = [typesOfPart(was, part), typesOfPart(is, other)]
      const refused = sent.filter((type) => !taken.some((range) => covers(range, type)))
      const where = `${place} ${name}`
      const add = (detail: string, exchange: Exchange) =>
        this.#add('request-part-changed', operation, where, detail, { exchange })
      if (taken.length > 0 && (refused.length > 0 || sent.length === 0))
        add(`${sent.join(', ') || 'any'} → ${taken.join(', ')}`, {
          headers: [`part ${name}: ${refused[0] ?? 'its own media type'}`],
        })
      const style = ({ style = 'form', explode }: DocumentNode) => `${style} ${explode ?? style === 'form'}`
      const isScalar = /^(string|number|integer|boolean)$/.test(String(part.type)) && part.type === other.type
      if (style(was) !== style(is) && !isScalar) add(`${style(was)} → ${style(is)}`, {})
    }
  }

  #compareAnswers(before: WireOperation, now: WireOperation): void {
    const [old, present] = [before, now].map((one, index) => responsesOf(one, index === 0 ? this.#before : this.#now))
    for (const [status, response] of old ?? []) {
      const match = present?.get(status) ?? (isSuccess(status, old) ? coveringStatus(status, present) : undefined)
      if (match) this.#compareAnswer(now, status, response, match, isSuccess(status, old))
      else if (isSuccess(status, old) && !before.isInbound)
        this.#add('response-status-removed', now, `answer ${status}`, '', {
          exchange: { answer: { status: [...(present?.keys() ?? [])][0] ?? 'another', hasBody: false } },
        })
      else this.#add('response-status-changed', now, `answer ${status}`, 'removed')
    }
    for (const status of present?.keys() ?? []) {
      if (old?.has(status)) continue
      const isNew = isSuccess(status, present) && !coveringStatus(status, old) && status !== 'default'
      // A success that took the place of another is told there.
      const isRenamed = ![...(old?.keys() ?? [])].some((other) => isSuccess(other, old) && present?.has(other))
      if (isNew && !isRenamed && !now.isInbound)
        this.#add('response-status-added', now, `answer ${status}`, '', {
          exchange: { answer: { status, hasBody: false } },
        })
      else this.#add('response-status-changed', now, `answer ${status}`, 'added')
    }
  }

  #compareAnswer(
    operation: WireOperation,
    status: string,
    before: DocumentNode,
    now: DocumentNode,
    counts: boolean,
  ): void {
    if (!counts) return
    const place = `answer ${status}`
    const isSent = operation.isInbound
    const answer = (body: unknown, headers: readonly string[] = []) => ({
      answer: { status, headers, body, hasBody: body !== undefined },
    })
    const [first, second] = [contentOf(before, this.#before), contentOf(now, this.#now)]
    if (first.size > 0 && second.size === 0)
      this.#add(isSent ? 'request-body-removed' : 'response-body-removed', operation, place, '', {
        exchange: answer(undefined),
      })
    else if (first.size === 0 && second.size > 0) this.#add('response-body-added', operation, place, '')
    else this.#compareContents(operation, place, first, second, isSent, (_, body) => answer(body))
    const [old, present] = [headersOf(before, this.#before), headersOf(now, this.#now)]
    for (const [key, header] of old) {
      const match = present.get(key)
      const where = `${place}, header ${header.name}`
      if (header.isRequired && !match?.isRequired)
        this.#add('response-header-optional', operation, where, match ? '' : 'removed', { exchange: answer(undefined) })
      else if (!match) this.#add('response-header-removed', operation, where, '')
      if (!match) continue
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
    for (const [key, { name }] of present)
      if (!old.has(key)) this.#add('response-header-added', operation, `${place}, header ${name}`, '')
  }

  #compareSchemas(before: unknown, now: unknown, spot: Spot): void {
    const side: Side = spot.isSent ? 'request' : 'response'
    const [sent, read] = spot.isSent ? [before, now] : [now, before]
    const all = this.#containment(side).compare(sent, read, spot.isText)
    const placeOf = (finding: Finding) =>
      `${pathOf(finding)} ${finding.difference.aspect} ${finding.difference.name ?? ''}`
    // Alternatives that lead to one place tell it several times.
    const broken = new Set(all.filter(({ witness }) => witness).map(placeOf))
    const told = new Set<string>()
    const found = all.filter((finding) => {
      const text = `${placeOf(finding)} ${finding.witness ? printJson(finding.difference.detail) : ''}`
      if (told.has(text) || (!finding.witness && broken.has(placeOf(finding)))) return false
      told.add(text)
      return true
    })
    for (const finding of found) this.#addFinding(finding, spot, side, false)
    for (const finding of this.#containment(`${side} back`).compare(read, sent, spot.isText))
      if (finding.witness && !broken.has(placeOf(finding))) this.#addFinding(finding, spot, side, true)
    for (const { kind, at, detail, key } of this.#meaning.compare(before, now, side)) {
      // A text that is coded as the older revision says: base64 of one letter.
      const isCoding = kinds.get(kind)?.level === 'breaking'
      const value = at === '' ? 'eA==' : this.#sampleOf(before, before)?.value
      this.#add(kind, spot.operation, `${spot.place}${at && ` ${at}`}`, detail, {
        key,
        ...(isCoding && { exchange: spot.exchangeOf(value) }),
      })
    }
  }

  #addFinding(finding: Finding, spot: Spot, side: Side, isBack: boolean): void {
    const { difference, witness } = finding
    // Requests narrow if the older revision's sender is refused.
    const isNarrower = (side === 'request') !== isBack
    const id = kindOfAspect(
      side,
      difference.aspect,
      !witness && !isBack ? 'undecided' : isNarrower ? 'narrowed' : 'widened',
    )
    const at = pathOf(finding) + (difference.name === undefined ? '' : below('', difference.name))
    const exchange = witness && !isBack && { exchange: spot.exchangeOf(witness.message) }
    const twin = witness?.twin === undefined || isBack ? {} : { twin: spot.exchangeOf(witness.twin) }
    const here = finding.schemas[spot.isSent === isBack ? 'sent' : 'read']
    const found = here && this.#pointers.get(here.schema)
    const pointer = found !== undefined && { pointer: here?.keyword === undefined ? found : below(found, here.keyword) }
    this.#put(id, spot.operation, `${spot.place}${at && ` ${at}`}`, describe(difference, isNarrower), {
      key: `${isBack} ${finding.key}`,
      ...exchange,
      ...twin,
      ...pointer,
    })
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

  #sampleOf(before: unknown, now: unknown): { value: unknown } | undefined {
    return this.#containment('request').commonMessage(before ?? true, now ?? true)
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

  /** Names that only generated code has. */
  #compareNames(): void {
    const now = schemasOf(this.#now)
    for (const name of Object.keys(schemasOf(this.#before)))
      if (!Object.hasOwn(now, name))
        this.#addAt('schema-name-removed', `schema ${name}`, {
          pointer: below('/components/schemas', name),
          isGone: true,
        })
  }

  /** A change that is none of an operation. */
  #addAt(id: TableKind, place: string, change: Pick<Change, 'pointer'> & Partial<Change>): void {
    const { level = 'undecided' } = kinds.get(id) ?? {}
    this.#changes.set(`${id} ${place}`, { id, level, place, detail: '', isGone: false, others: 0, ...change })
  }

  #add(kind: TableKind, operation: WireOperation, place: string, detail: string, options: AddOptions = {}): void {
    this.#put(kind, operation, place, detail, options)
  }

  #put(
    id: string,
    operation: WireOperation,
    place: string,
    detail: string,
    { exchange, twin, key, pointer = operation.pointer, isGone = false }: AddOptions,
  ): void {
    const whole = `${id} ${key ?? `${operation.name} ${place} ${detail}`}`
    const known = this.#changes.get(whole)
    if (known) {
      known.others += 1
      return
    }
    const samples = exchange ? this.#pathSamples(operation) : new Map<string, string>()
    this.#changes.set(whole, {
      id,
      level: kinds.get(id)?.level ?? 'undecided',
      place: [operation.name, place].filter((part) => part !== '').join(', '),
      detail,
      ...(exchange && { exchange: printExchange(operation, exchange, samples) }),
      ...(twin && { twin: printExchange(operation, twin, samples) }),
      pointer,
      isGone,
      others: 0,
    })
  }

  #pathSamples(operation: WireOperation): Map<string, string> {
    const inPath = [...operation.parameters.values()].filter(({ place }) => place === 'path')
    const sampleFor = ({ node, schema }: WireParameter) => node.example ?? this.#sampleOf(schema, schema)?.value ?? 1
    return new Map(inPath.map((parameter) => [parameter.name, writeParameter(parameter, sampleFor(parameter))]))
  }
}

interface AddOptions {
  exchange?: Exchange
  twin?: Exchange
  /** Equal for one change in several operations. */
  key?: string
  /** Default: that of the operation. */
  pointer?: string
  isGone?: boolean
}

type Credential = ReadonlyMap<string, ReadonlySet<string>>

/** The credentials of which one is enough, with the schemes as they are sent. */
function alternativesOf({ node }: WireOperation, document: DocumentNode): Credential[] {
  const requirements = [node.security ?? document.security ?? []].flat()
  const schemes = Object(Object(document.components).securitySchemes)
  const all = requirements.map(
    (requirement) =>
      new Map(
        Object.entries(Object(requirement)).map(([name, scopes]) => [
          describeScheme(follow(document, Object(schemes[name])), name),
          new Set((scopes as string[]) ?? []),
        ]),
      ),
  )
  return all.length === 0 ? [new Map()] : all
}

/** Where callers get the tokens of an operation. */
function tokenUrlsOf({ node }: WireOperation, document: DocumentNode): string {
  const schemes = Object(Object(document.components).securitySchemes)
  const names = [node.security ?? document.security ?? []]
    .flat()
    .flatMap((requirement) => Object.keys(Object(requirement)))
  const urls = names.flatMap((name) => {
    const { flows, openIdConnectUrl } = follow(document, Object(schemes[name]))
    return [...Object.values(Object(flows)).map((flow) => Object(flow).tokenUrl), openIdConnectUrl].filter(
      (url) => url !== undefined,
    )
  })
  return [...new Set(urls)].sort().join(', ')
}

function describeScheme({ type, in: place, name, scheme }: DocumentNode, key: string): string {
  if (type === 'apiKey') return `${place} ${place === 'header' ? String(name).toLowerCase() : name}`
  if (type === 'http') return `http ${String(scheme).toLowerCase()}`
  return type === undefined ? key : String(type)
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

function templateOf({ path }: WireOperation): string {
  return path.replaceAll(/\{[^{}]+\}/g, '{}')
}

function isNamed({ node, method, path }: WireOperation): boolean {
  return node.operationId !== undefined && node.operationId !== `${method}:${path}`
}

function tagsOf({ tags }: DocumentNode): string {
  return Array.isArray(tags) ? tags.map(String).sort().join(', ') : ''
}

function sunsetOf(node: DocumentNode): string | undefined {
  const date = node['x-sunset']
  return typeof date === 'string' && !Number.isNaN(Date.parse(date)) ? date : undefined
}

function nameOf({ place, name }: WireParameter): string {
  return `${place} ${name}`
}

function describeStyle({ style, isExploded, mediaType }: WireParameter): string {
  return mediaType ?? `${style}${isExploded ? ', exploded' : ''}`
}

function bodyOf({ node }: WireOperation, document: DocumentNode): DocumentNode | undefined {
  return isMapping(node.requestBody) ? follow(document, node.requestBody) : undefined
}

function contentOf(node: DocumentNode | undefined, document: DocumentNode): Map<string, DocumentNode> {
  const entries = Object.entries(Object(node?.content)) as [string, DocumentNode][]
  return new Map(entries.map(([type, media]) => [normalizeType(type), follow(document, Object(media))]))
}

/** The schema of a part of a form. */
function partOf({ schema }: DocumentNode, name: string, document: DocumentNode): DocumentNode {
  const { properties } = follow(document, Object(schema))
  return follow(document, Object(Object(properties)[name]))
}

/** The media types that a part may have: those that it names, or else the usual one of its type. */
function typesOfPart({ contentType }: DocumentNode, part: DocumentNode): string[] {
  if (typeof contentType === 'string') return contentType.split(/\s*,\s*/)
  const { type, items, contentEncoding } = part
  if (type === 'array') return typesOfPart({}, Object(items))
  if (type === 'object') return ['application/json']
  const isText = /^(string|number|integer|boolean)$/.test(String(type)) && contentEncoding === undefined
  return isText ? ['text/plain'] : []
}

function responsesOf({ node }: WireOperation, document: DocumentNode): Map<string, DocumentNode> {
  const entries = Object.entries(Object(node.responses)).filter(([status]) => !status.startsWith('x-'))
  return new Map(
    entries.map(([status, response]) => [
      status.toUpperCase().replace('DEFAULT', 'default'),
      follow(document, Object(response)),
    ]),
  )
}

function headersOf(response: DocumentNode, document: DocumentNode): Map<string, WireParameter> {
  const entries = Object.entries(Object(response.headers)) as [string, DocumentNode][]
  return new Map(
    entries.map(([name, header]) => [name.toLowerCase(), parameterOf({ ...follow(document, header) }, 'header', name)]),
  )
}

/** `default` is a success where no other one is documented. */
function isSuccess(status: string, all: ReadonlyMap<string, unknown> | undefined): boolean {
  if (/^2(\d\d|XX)$/.test(status)) return true
  return status === 'default' && ![...(all?.keys() ?? [])].some((other) => /^2/.test(other))
}

function coveringStatus(status: string, all: ReadonlyMap<string, DocumentNode> | undefined): DocumentNode | undefined {
  return all?.get(status) ?? all?.get(`${status[0]}XX`) ?? all?.get('default')
}

function normalizeType(type: string): string {
  const [essence = '', ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  return [essence, ...parameters.filter((one) => one !== '' && !/^(charset|q)=/.test(one)).sort()].join(';')
}

function essenceOf(type: string): string {
  return type.split(';')[0] ?? type
}

function covers(range: string, type: string): boolean {
  const [one, other] = [normalizeType(range), normalizeType(type)]
  if (one === other) return true
  const pattern = essenceOf(one).split('/')
  const parts = essenceOf(other).split('/')
  return one.includes('*') && pattern.every((part, index) => part === '*' || part === parts[index])
}

/** Media types in which all scalars are text. */
function isTextual(type: string): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/|text\/xml|application\/(.+\+)?xml)/.test(essenceOf(type))
}

/** `maximum 10 → 5`, the older revision first. */
function describe({ detail: { of, sent, read } }: Finding['difference'], isOlderSent: boolean): string {
  if (sent === undefined || read === undefined) return of
  return `${of && `${of} `}${isOlderSent ? `${sent} → ${read}` : `${read} → ${sent}`}`
}

function pathOf({ suspicion }: Pick<Finding, 'suspicion'>): string {
  return below('', ...suspicion.chain.flatMap(({ step }) => (step === undefined ? [] : [step])))
}

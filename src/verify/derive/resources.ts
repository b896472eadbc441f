import { randomInt } from 'node:crypto'
import type { AttemptInput, Reply } from '../../check/check.ts'
import { objectsIn, withValueAt } from '../../contract/collections/body-shape.ts'
import { anyNames, bare, keyNames, kindOf, type RecordCollection } from '../../contract/collections/collections.ts'
import { below, type DocumentNode, isObject } from '../../contract/json-pointer.ts'
import { type Operation, shownParameters } from '../../contract/operation.ts'
import { acceptsIn } from '../../contract/schema/schemas.ts'
import { parseJsonOrText, printJson } from '../../json-text.ts'
import type { Context } from '../context/context.ts'
import { InconclusiveError } from '../context/inconclusive-error.ts'
import { isOneSegment, namesSent, scalarsIn } from '../context/ownership.ts'
import { readMethods } from '../target/target.ts'
import { bareOrUuid, freshValue, uniqueWord, uuid } from './fresh-keys.ts'
import { Lists, minRandom } from './lists.ts'
import {
  type Change,
  changeOfMaking,
  pathValues,
  placesIn,
  type ResourceObservation,
  recordPath,
} from './observation.ts'
import { createOperationOf, keyIn, keyOfItem, linkedKey, shapeOf } from './resource-keys.ts'
import {
  bodyOf,
  bodyVariant,
  countVariants,
  quotedVariants,
  validRequest,
  valueFor,
  withBody,
} from './valid-request.ts'
import { replaceAt } from './wrong-value.ts'

/** A thing on the server. */
export interface Resource {
  /** Values of the path parameters that lead to it, its own last. */
  values: unknown[]
  /** The check has made it. */
  createdByThisRun: boolean
  /** Another key by which the answer to its creation has shown it: some servers know a thing by its name here, and by its ID there. */
  otherKey?: unknown
}

/** The answer to a creation, and the thing, if one was made. */
export interface MadeResource {
  reply: Reply
  thing?: Resource
}

export interface MakeOptions {
  /** The body is one that the run has sent before, so that its keys are those of the run's own thing. */
  isRepeated?: boolean
  /** The request is changed, and may be one that is to be refused. */
  isChanged?: boolean
  /** The key, where the caller chooses it; default: a new one that the document allows. */
  key?: unknown
}

/** A request, and where its values come from. */
export interface ResourceRequest {
  input: AttemptInput
  /** Whether each parameter of the path names a thing of the check, a thing of somebody else, or nothing that is known. */
  sources: readonly ('own' | 'found' | 'shown' | 'made up')[]
  values: unknown[]
}

/** Whether all keys in the path of a request name things that are there. */
export function isReached({ sources }: Pick<ResourceRequest, 'sources'>): boolean {
  return sources.every((source) => source === 'own' || source === 'found')
}

/** Members that have another value in each run, since a server may allow each value once. */
export const uniqueMembers: RegExp =
  /^(user|login|display|first|last|nick|full|group|project)?name$|title|slug|e?mail$|^login$|handle|^sku$/

/** Resources that are made before a thing, one below the other: its parents, and what it refers to. */
const maxDepth = 4

/** Resources of one collection that are put back after an operation that the caller has named. */
const maxPutBack = 200

/** A server may refuse with these what its schemas accept. */
const refused = new Set([400, 409, 422])

/** Things of one collection that may stay where lasting changes are allowed. */
const maxStaying = 10

/** Values of a creation that are tried as the key of the thing. */
const maxNames = 3

/** The things of one check: those that it makes, and those that the lists of the server show. */
export class Resources {
  /** A word that no other thing has; each thing that is made has its own. */
  unique: string = uniqueWord()
  readonly #observation: ResourceObservation
  readonly #context: Context
  readonly #makes: Change | undefined
  readonly #lists: Lists
  readonly #own = new Map<RecordCollection, Resource | undefined>()
  /** Keys of things that the run has made. */
  readonly #ownKeys = new Set<string>()
  /** Why a thing could not be made, in the words of the server. */
  refusal: string | undefined
  /** Operations of the caller whose changes are put back. */
  readonly #preserved = new Set<string>()
  /** Removes a thing before the check is over. */
  readonly #removals = new Map<string, () => Promise<void>>()
  #depth = 0

  /** @param makes which things the check may make: those that it can remove, or also others */
  constructor(observation: ResourceObservation, context: Context, makes: Change | undefined) {
    this.#observation = observation
    this.#context = context
    this.#makes = makes
    this.#lists = new Lists(observation, context)
  }

  /** A request of an operation, at a thing of the check where it can be. */
  async requestOf(operation: Operation, known: readonly unknown[] = []): Promise<ResourceRequest> {
    const sources: ResourceRequest['sources'][number][] = []
    const path: unknown[] = [...known]
    for (const [index, { name, collection }] of placesIn(this.#observation, operation.path).entries()) {
      const isKnown = path[index] !== undefined
      const found = isKnown
        ? { value: path[index], source: 'own' as const }
        : await this.#valueOf(operation, name, collection)
      // The things around it lead to it.
      if (found.path) path.splice(0, path.length, ...found.path)
      path[index] = found.value
      sources[index] = found.source
    }
    const values = pathValues(this.#observation, operation, path)
    for (const parameter of shownParameters(operation, 'query')) {
      const other = parameter.required ? this.#collectionNamed(parameter.name) : undefined
      const thing = other && (await this.resource(other))
      if (thing) values.set(`query ${parameter.name}`, thing.values.at(-1))
    }
    const input = validRequest(operation, values)
    const collection = this.#observation.parts.get(operation.id)?.collection
    const { ownership } = this.#observation
    if (readMethods.has(operation.method.toUpperCase())) return { input, sources, values: path }
    if (!ownership.isOpened(operation)) ownership.keysOfOthers = await this.#lists.keysOfOthers()
    if (known.length > 0) return { input, sources, values: path }
    const variant = this.#observation.variants.get(operation.id)
    const sent = await this.#withOwnMembers(operation, collection, input, path, variant)
    if (!ownership.isOpened(operation)) await this.#assertOwnKeys(operation, collection, path, sent, [])
    return { input: await this.withTag(operation, path, sent), sources, values: path }
  }

  async #valueOf(
    operation: Operation,
    name: string,
    collection: RecordCollection | undefined,
  ): Promise<{ value: unknown; source: ResourceRequest['sources'][number]; path?: unknown[] }> {
    const parameter = shownParameters(operation, 'path').find((one) => one.name === name)
    const schema: DocumentNode = parameter?.schema ?? {}
    const isChoice = Array.isArray(schema.enum) || schema.const !== undefined || schema.type === 'boolean'
    const around = collection && (await this.resource(collection))
    if (around) {
      const isOther = around.otherKey !== undefined && this.#observation.byOtherKey.has(operation.id)
      const values = isOther ? around.values.with(-1, around.otherKey) : around.values
      return { value: values.at(-1), source: around.createdByThisRun ? 'own' : 'found', path: values }
    }
    const other = isChoice || collection ? undefined : this.#collectionNamed(name)
    const named = other && (await this.resource(other))
    if (named) return { value: named.values.at(-1), source: named.createdByThisRun ? 'own' : 'found' }
    const isShown = isChoice || (parameter?.examples ?? []).length > 0
    return { value: valueFor(operation, parameter ?? {}, name), source: isShown ? 'shown' : 'made up' }
  }

  /** The collection whose things a name means: `petId`, `owner_id` of `/owners`. */
  #collectionNamed(name: string): RecordCollection | undefined {
    return this.#observation.collections.find(({ path, parameter }) => {
      const kind = bare(kindOf(path))
      const isTelling = !/^(id|key|name|slug|uuid|code|number|version|type)$/.test(bare(parameter))
      return [bare(name), bare(name).replace(/ids$/, 'id')].some(
        (one) => one === `${kind}id` || (isTelling && one === bare(parameter)),
      )
    })
  }

  /**
   * Sends a request. Only what the run has made is changed, and what the caller has named: that is put back where a read shows it.
   *
   * @param change what a probe makes of the request
   */
  async #send(
    operation: Operation,
    { input, sources, values }: ResourceRequest,
    change: (input: AttemptInput) => AttemptInput = (own) => own,
  ): Promise<Reply> {
    const { isRead, ownership } = this.#observation
    if (!isRead(operation)) {
      const isOwn = sources.length > 0 && sources.every((source) => source === 'own')
      if (!ownership.isOpened(operation)) {
        if (sources.includes('found'))
          this.giveUp(operation, `it would change what the run has not made${this.refusal ? `: ${this.refusal}` : ''}`)
      } else if (!isOwn && !this.#preserved.has(operation.id)) {
        this.#preserved.add(operation.id)
        await this.#preserve(operation, values)
      }
    }
    return this.#context.attempt(operation.id, change(input))
  }

  /** Sends a request of an operation at things of the run; what it makes is removed. */
  async ask(operation: Operation, change?: (input: AttemptInput) => AttemptInput): Promise<Reply> {
    const collection = this.#observation.parts.get(operation.id)?.collection
    if (collection && createOperationOf(collection) === operation) return this.makeAndRemove(collection, change)
    const { variants } = this.#observation
    const first = await this.#send(operation, await this.requestOf(operation), change)
    const reply = change ? first : await this.#askByOtherKey(operation, first)
    if (change || variants.has(operation.id) || !bodyOf(operation)) return reply
    variants.set(operation.id, 0)
    for (let variant = 1; refused.has(reply.status) && variant < countVariants(operation); variant++) {
      variants.set(operation.id, variant)
      const other = await this.#send(operation, await this.requestOf(operation))
      // What a guess from prose breaks, a probe tells.
      if (other.status < 300 || (other.status >= 500 && variant < quotedVariants)) return other
    }
    variants.set(operation.id, 0)
    return reply
  }

  /** Asks with the other key of a thing where the first one is refused, and keeps to that if it is taken. */
  async #askByOtherKey(operation: Operation, first: Reply): Promise<Reply> {
    const { byOtherKey } = this.#observation
    const places = placesIn(this.#observation, operation.path)
    const isKnown = [...this.#own].some(
      ([collection, own]) => own?.otherKey !== undefined && places.some((place) => place.collection === collection),
    )
    if (!isKnown || byOtherKey.has(operation.id) || ![400, 404, 422].includes(first.status)) return first
    byOtherKey.add(operation.id)
    const reply = await this.#send(operation, await this.requestOf(operation))
    if (![400, 404].includes(reply.status)) return reply
    byOtherKey.delete(operation.id)
    return first
  }

  /**
   * A request whose path has keys that nothing has, where it has none of the run. Undefined where such a key cannot be made up, or where a
   * read shows something there.
   */
  async requestOfNothing(
    operation: Operation,
    { sources, values }: ResourceRequest,
  ): Promise<ResourceRequest | undefined> {
    const { contract, ownership } = this.#observation
    const places = placesIn(this.#observation, operation.path)
    const read = [...contract.operations.values()].find(
      ({ method, path }) => method === 'get' && anyNames(path) === anyNames(operation.path),
    )
    if (!read || places.length === 0) return undefined
    const keys = places.map(({ name }, index) => {
      const isOwn = sources[index] === 'own' && ownership.owns(upTo(operation.path, index), values.slice(0, index + 1))
      return isOwn ? values[index] : this.newKey(operation, name)
    })
    const isRandom = (key: unknown) => String(key).includes(this.unique) || uuid.test(String(key))
    if (!keys.every((key, index) => key === values[index] || isRandom(key))) return undefined
    const { status, text } = await this.attemptAt(read, keys)
    if (status !== 404 && status !== 410 && !/^\s*(\{\s*\}|\[\s*\])?\s*$/.test(text)) return undefined
    for (const index of keys.keys()) ownership.claim(upTo(operation.path, index), keys.slice(0, index + 1))
    return { input: this.inputAt(operation, keys), sources: keys.map(() => 'made up'), values: keys }
  }

  /** Makes another thing the next time that one is needed: a probe may have removed it. */
  forget(collection: RecordCollection): void {
    this.#own.delete(collection)
  }

  /** Whether a member of a body names a thing, so that another value may mean another thing. */
  isName(collection: RecordCollection | undefined, member: string): boolean {
    const own = collection
      ? [collection.key, collection.parameter, ...keyNames(collection.parameter, collection.path)]
      : []
    return own.some((name) => bare(name ?? '') === bare(member)) || this.#collectionNamed(member) !== undefined
  }

  /** A thing of the check, or else the first that the list of the server shows. */
  async resource(collection: RecordCollection): Promise<Resource | undefined> {
    const change = changeOfMaking(this.#observation, collection)
    const mayMake = change !== undefined && (this.#makes === 'lasting' || this.#makes === change)
    return (mayMake ? await this.#ownResource(collection) : undefined) ?? this.#foundResource(collection)
  }

  async #ownResource(collection: RecordCollection): Promise<Resource | undefined> {
    if (this.#own.has(collection)) return this.#own.get(collection)
    if ((await this.#lost()).get(collection.path) === Number.POSITIVE_INFINITY) return undefined
    this.#own.set(collection, undefined)
    if (this.#depth >= maxDepth) return undefined
    this.#depth++
    try {
      const { thing, reply } = await this.make(collection)
      const { id = '' } = createOperationOf(collection) ?? {}
      if (!thing) this.refusal ??= `${id} answers ${reply.status}: ${wordsOf(reply)}`
      this.#own.set(collection, thing)
      return thing
    } catch (error) {
      if (!(error instanceof InconclusiveError)) throw error
      this.refusal ??= error.message
      return undefined
    } finally {
      this.#depth--
    }
  }

  /** How many things of a collection stay, since nobody finds out how to remove them; infinite where nothing more is made. */
  #lost(): Promise<Map<string, number>> {
    return this.#context.once('things that no answer names', async () => new Map<string, number>())
  }

  /** Makes a thing, parents first, and registers its removal. */
  async make(
    collection: RecordCollection,
    change: (input: AttemptInput) => AttemptInput = (input) => input,
    { isRepeated = false, isChanged = false, key }: MakeOptions = {},
  ): Promise<MadeResource> {
    const before = this.unique
    this.unique = uniqueWord()
    const { variants } = this.#observation
    const create = createOperationOf(collection)
    const id = create?.id ?? ''
    const most = create ? countVariants(create) : 0
    try {
      for (let variant = variants.get(id) ?? 0; ; variant++) {
        const made = await this.#make(collection, change, { isRepeated, isChanged, variant, given: key })
        const { status } = made.reply
        // The key of a PUT is free, so that 404 says nothing of it. What a guess from prose breaks, a probe tells.
        const isRefused =
          refused.has(status) ||
          (status === 404 && !collection.operations.has('create')) ||
          (status >= 500 && variant >= quotedVariants)
        // A request that was changed on purpose is to be refused.
        if (isRefused && !isChanged && !variants.has(id) && variant + 1 < most) continue
        if (!isRefused && !isChanged) variants.set(id, variant)
        return made
      }
    } finally {
      this.unique = before
    }
  }

  async #make(
    collection: RecordCollection,
    change: (input: AttemptInput) => AttemptInput,
    {
      isRepeated,
      isChanged,
      variant,
      given,
    }: { isRepeated: boolean; isChanged: boolean; variant: number; given: unknown },
  ): Promise<MadeResource> {
    const create = createOperationOf(collection)
    if (!create) throw new Error(`nothing makes what is in ${collection.path}`)
    const { ownership } = this.#observation
    const parents = collection.parent ? ((await this.resource(collection.parent))?.values ?? []) : []
    const isChosen = !collection.operations.has('create')
    const key = isChosen ? (given ?? this.newKey(create, collection.parameter)) : undefined
    const known = isChosen ? Object.assign([...parents], { [collection.parents]: key }) : parents
    const { input, values } = await this.requestOf(create, known)
    const parentKeys = values.slice(0, collection.parents)
    const others = await this.#lists.list(collection, parentKeys)
    const sent = change(await this.#withOwnMembers(create, collection, input, values, variant))
    // A thing without a word of the run may be somebody else's, which the server has found in place of making one.
    const isUnnamed = isChanged && !String(sent.body).includes(this.unique)
    const lost = await this.#lost()
    const stay = lost.get(collection.path) ?? 0
    const most = isUnnamed ? (this.#makes === 'lasting' ? maxStaying : 1) : Number.POSITIVE_INFINITY
    if (stay >= most) this.giveUp(create, 'its answers do not say what it has made')
    if (!ownership.isOpened(create) && !isRepeated)
      await this.#assertOwnKeys(create, collection, parentKeys, sent, others)
    if (isUnnamed && !isRepeated && !ownership.isOpened(create)) this.#assertNewNames(create, sent, others)
    if (isChosen) {
      if (!ownership.isOpened(create)) await this.#assertFree(create, collection, values, others)
      if (ownership.owns(collection.path, parentKeys)) ownership.claim(recordPath(collection), values)
      this.#remove(collection, values, false)
    }
    const reply = await this.#context.attempt(create.id, sent)
    if (reply.status >= 300) return { reply }
    if (isChosen) {
      this.#ownKeys.add(String(key))
      return { reply, thing: { values, createdByThisRun: true } }
    }
    const own = await this.#keyOfMade(collection, parentKeys, reply, others, String(sent.body ?? ''))
    if (own === undefined) {
      lost.set(collection.path, isChanged ? stay + 1 : Number.POSITIVE_INFINITY)
      this.#context.leaves(`what ${create.id} has made (${this.unique}): its answer does not say where it is`)
      return { reply }
    }
    const thing: Resource = { values: [...parentKeys, own], createdByThisRun: true }
    const shown = this.#otherKeyIn(reply, collection)
    if (shown !== undefined && shown !== own) {
      thing.otherKey = shown
      this.#ownKeys.add(shown)
      ownership.claim(recordPath(collection), [...parentKeys, shown])
    }
    this.#ownKeys.add(String(own))
    if (!isUnnamed) await this.#lists.otherList(collection, own)
    ownership.claim(recordPath(collection), thing.values)
    this.#remove(collection, thing.values, true)
    return { reply, thing }
  }

  /** A UUID by which an answer names the thing that shows the word of the run. */
  #otherKeyIn({ body }: Reply, { parameter, path }: RecordCollection): string | undefined {
    const names = new Set(keyNames(parameter, path).map(bare))
    for (const { example } of objectsIn(shapeOf(body))) {
      const members = Object.entries(Object(example)).map(([name, value]) => [name, String(value)] as const)
      const key = members.find(([name, value]) => names.has(bare(name)) && uuid.test(value))
      if (key && members.some(([, value]) => value.includes(this.unique))) return key[1]
    }
    return undefined
  }

  /** Makes a thing below another one of the check. */
  makeBelow(collection: RecordCollection, parent: Resource): Promise<MadeResource> {
    if (collection.parent) this.#own.set(collection.parent, parent)
    return this.make(collection)
  }

  /** The request with the tag that a thing has now, where the operation changes it and may ask for one (RFC 9110, 13.1.1). */
  async withTag(
    { method, path, parameters }: Operation,
    values: readonly unknown[],
    input: AttemptInput,
  ): Promise<AttemptInput> {
    const isConditional = parameters.some(({ in: place, name }) => place === 'header' && bare(name) === 'ifmatch')
    const operations = [...this.#observation.contract.operations.values()]
    const read = operations.find((one) => one.method === 'get' && anyNames(one.path) === anyNames(path))
    // The tag of a list is not the tag of what a POST makes in it.
    if (!isConditional || !read || method === 'post') return input
    const { headers } = await this.attemptAt(read, values)
    return headers.etag === undefined ? input : { ...input, headers: { ...input.headers, 'if-match': headers.etag } }
  }

  /** Makes a thing that is not needed any more: many of them would fill the pages of a list. */
  async makeAndRemove(
    collection: RecordCollection,
    change?: (input: AttemptInput) => AttemptInput,
    options: MakeOptions = { isChanged: change !== undefined },
  ): Promise<Reply> {
    const { reply, thing } = await this.make(collection, change, options)
    if (thing) await this.#removals.get(JSON.stringify([collection.path, thing.values]))?.()
    return reply
  }

  #remove(collection: RecordCollection, values: readonly unknown[], isMade: boolean): void {
    const removal = collection.operations.get('delete')
    if (removal && placesIn(this.#observation, removal.path).length === values.length)
      this.#removals.set(
        JSON.stringify([collection.path, values]),
        this.#context.removeAfterwards(removal.id, this.inputAt(removal, values), isMade),
      )
    else this.#context.leaves(`${recordPath(collection)} of ${values.join(', ')}: no operation removes it`)
  }

  /** A write replaces what has its key: the key must be one that a read shows to be free. */
  async #assertFree(
    create: Operation,
    collection: RecordCollection,
    values: readonly unknown[],
    others: readonly unknown[],
  ): Promise<void> {
    const key = values[collection.parents]
    const read = collection.operations.get('read')
    const taken = () => this.giveUp(create, `the key ${key} may be taken`)
    if (others.some((item) => String(keyOfItem(item, collection)) === String(key))) taken()
    if (!read) return
    const { status } = await this.attemptAt(read, values)
    const isRandom = String(key).length >= minRandom && String(key).includes(this.unique.slice(2, 2 + minRandom))
    if (status !== 404 && status !== 410 && !(isRandom && status >= 400 && status < 500)) taken()
  }

  /** A creation may replace what has the same key, and change what it refers to. */
  async #assertOwnKeys(
    create: Operation,
    collection: RecordCollection | undefined,
    parents: readonly unknown[],
    sent: AttemptInput,
    others: readonly unknown[],
  ): Promise<void> {
    const identifying = new Set(collection && keyNames(collection.parameter, collection.path).map(bare))
    for (const { name, value } of namesSent(create, sent)) {
      const isKey = name === collection?.key || bare(name) === bare(collection?.parameter ?? '')
      if (collection && identifying.has(bare(name)) && !this.#ownKeys.has(String(value))) {
        const isTaken = others.some((item) => scalarsIn(item).some((one) => one.name === name && one.value === value))
        if (isTaken) this.giveUp(create, `${name} ${value} is taken`)
        if (isKey && value !== '' && isOneSegment(value) && collection.operations.has('read'))
          await this.#assertFree(create, collection, [...parents, value], others)
        continue
      }
      const named = this.#collectionNamed(name)
      if (this.#ownKeys.has(String(value)) || parents.map(String).includes(String(value))) continue
      if (named && named !== collection && value !== '' && !String(value).includes(this.unique))
        this.giveUp(create, `${name} would refer to what the run has not made`)
    }
  }

  /** A server may find a thing by its name in place of making one, and change that. */
  #assertNewNames(create: Operation, sent: AttemptInput, others: readonly unknown[]): void {
    const shown = new Set(others.flatMap((item) => scalarsIn(item)).map(({ value }) => value))
    for (const { name, value } of namesSent(create, sent))
      if (uniqueMembers.test(bare(name)) && shown.has(value)) this.giveUp(create, `${name} ${value} is taken`)
  }

  /** Puts back, when the check is over, what the nearest GET shows of what an operation may change. */
  async #preserve(operation: Operation, values: readonly unknown[]): Promise<void> {
    const { contract, collections } = this.#observation
    for (let path = operation.path; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
      const at = (method: string, where = path) =>
        [...contract.operations.values()].find((one) => one.method === method && anyNames(one.path) === anyNames(where))
      const read = at('get')
      if (!read) continue
      const keys = values.slice(0, path.split('{').length - 1)
      const { status, body } = await this.attemptAt(read, keys)
      if (status >= 300) return
      const write = at('put') ?? at('patch')
      if (write) return this.#putBack(write, keys, body, read)
      const collection = collections.find((one) => anyNames(one.path) === anyNames(path))
      const record = collection && at('get', recordPath(collection))
      if (!collection || !record) return
      const items = await this.#lists.list(collection, keys)
      for (const item of items.slice(0, maxPutBack)) {
        const key = keyOfItem(item, collection)
        const again = at('put', recordPath(collection)) ?? collection.operations.get('create')
        if (again && key !== undefined) this.#putBack(again, [...keys, key], item, record)
      }
      if (items.length > maxPutBack) this.#context.leaves(`what ${operation.id} changed beyond ${maxPutBack} things`)
      return
    }
  }

  #putBack(write: Operation, values: readonly unknown[], body: unknown, read: Operation): void {
    const schema = bodyOf(write)?.schema
    const parts = objectsIn(shapeOf(body)).map(({ example }) => example)
    const shown = parts.find((part) => acceptsIn(write.document, schema, part)) ?? body
    const at = (operation: Operation) => ({ ...this.inputAt(operation, values), body: undefined })
    this.#context.putBackAfterwards(write.id, at(write), shown, read.id, at(read))
  }

  giveUp(operation: Operation, reason: string): never {
    this.#context.inconclusive(`${operation.id} was not called, since ${reason}`)
  }

  /** A valid request of an operation whose path has these values, in their order. */
  inputAt(operation: Operation, values: readonly unknown[]): AttemptInput {
    return validRequest(operation, pathValues(this.#observation, operation, values))
  }

  attemptAt(operation: Operation, values: readonly unknown[]): Promise<Reply> {
    return this.#context.attempt(operation.id, this.inputAt(operation, values))
  }

  /** A key that no thing has, of the form that a parameter of the path allows. */
  newKey(operation: Operation, parameter: string): unknown {
    const described = shownParameters(operation, 'path').find(({ name }) => name === parameter)
    const accepts = (value: unknown) => acceptsIn(operation.document, described?.schema, value)
    const key = freshValue(this.unique, accepts, valueFor(operation, described ?? {}, parameter))
    return key ?? this.giveUp(operation, `${parameter} allows no key that is sure to be free`)
  }

  /** The body with its own names, and with the keys of the things that it refers to. */
  async #withOwnMembers(
    create: Operation,
    collection: RecordCollection | undefined,
    input: AttemptInput,
    values: readonly unknown[],
    variant = 0,
  ): Promise<AttemptInput> {
    const content = bodyOf(create)
    if (!content) return input
    let body = bodyVariant(create, content, variant)
    const fits = (value: unknown) => acceptsIn(create.document, content.schema, value)
    for (const { example, place } of objectsIn(shapeOf(body))) {
      for (const [name, value] of Object.entries(Object(example))) {
        const at = [...place, name]
        const own = await this.#memberFor(create, collection, name, value, values, (one) =>
          fits(withValueAt(body, at, one)),
        )
        const changed = own === nothing ? replaceAt(body, below('', ...at), 'nothing') : withValueAt(body, at, own)
        if (fits(changed)) body = changed
      }
    }
    return withBody(input, content, body)
  }

  async #memberFor(
    create: Operation,
    collection: RecordCollection | undefined,
    name: string,
    value: unknown,
    values: readonly unknown[],
    fits: (value: unknown) => boolean,
  ): Promise<unknown> {
    const isKey = collection && (name === collection.key || bare(name) === bare(collection.parameter))
    if (isKey && !isObject(value)) {
      const chosen = values[collection.parents]
      const isNumber = typeof value === 'number'
      const key = isNumber ? randomInt(1e6, 2e9) : bareOrUuid(value, this.unique)
      return (
        [chosen, isNumber ? Number(chosen) : String(chosen)].find((one) => chosen !== undefined && fits(one)) ??
        (fits(key) ? key : freshValue(this.unique, fits, value)) ??
        value
      )
    }
    if (typeof value === 'string' && uniqueMembers.test(bare(name))) {
      const text = value.includes('@') || /mail/i.test(name) ? `${this.unique}@example.com` : this.unique
      return (fits(text) ? text : freshValue(this.unique, fits, value)) ?? value
    }
    const other = this.#collectionNamed(name)
    if (!other || other === collection || isObject(value)) {
      if (!other || other === collection || !Array.isArray(value)) return value
    }
    const isParent = collection && other === collection.parent
    const found = isParent ? { values, createdByThisRun: true } : await this.resource(other)
    const key = isParent ? values[collection.parents - 1] : found?.values.at(-1)
    const isOwn = found?.createdByThisRun === true || this.#observation.ownership.isOpened(create)
    if (key === undefined || !isOwn) return nothing
    const [one] = [value].flat()
    const reference = typeof one === 'number' ? Number(key) : String(key)
    return Array.isArray(value) ? [reference] : reference
  }

  /**
   * By the links of the answer, by its body, by the address that it gives, by the name that was sent, or by this name in the list. Never a key that was in the list
   * before, and never one whose thing does not show what was sent: its thing is somebody else's, and the check would remove it.
   */
  async #keyOfMade(
    collection: RecordCollection,
    parents: readonly unknown[],
    reply: Reply,
    others: readonly unknown[],
    sent: string,
  ): Promise<unknown> {
    const [, segment] = /([^/?#]+)\/?(?:[?#].*)?$/.exec(reply.headers.location ?? '') ?? []
    const shown = [
      linkedKey(this.#observation.contract, collection, reply),
      keyIn(reply, collection, this.unique),
      segment === undefined ? undefined : decoded(segment),
    ]
    const keys = others.map((item) => String(keyOfItem(item, collection)))
    const taken = new Set(keys.filter((key) => !this.#ownKeys.has(key)))
    const candidates = [...new Set(shown)].filter(
      (key) => key !== undefined && isOneSegment(key) && !taken.has(String(key)),
    )
    // What was sent may be the key, though the answer or a list shows another one that is called more like a key.
    const own = scalarsIn(parseJsonOrText(sent)).map(({ value }) => value)
    const names = [...new Set(own)].filter((value) => String(value).includes(this.unique) && isOneSegment(value))
    const read = collection.operations.get('read')
    const isRead = async (key: unknown) => read && (await this.attemptAt(read, [...parents, key])).status < 300
    if (candidates.length === 0 || (read && !(await isRead(candidates[0]))))
      for (const key of names.slice(0, maxNames)) if (await isRead(key)) return key
    for (const key of candidates) if (await this.#showsSent(collection, [...parents, key], sent)) return key
    const items = collection.operations.has('list') ? await this.#lists.list(collection, parents) : []
    const item = items.find((one) => sent.includes(this.unique) && printJson(one)?.includes(this.unique))
    const key = item === undefined ? undefined : keyOfItem(item, collection)
    return key !== undefined && isOneSegment(key) && !taken.has(String(key)) ? key : undefined
  }

  /** Whether a thing is the one that was sent, or is not there yet. */
  async #showsSent(collection: RecordCollection, values: readonly unknown[], sent: string): Promise<boolean> {
    const read = collection.operations.get('read')
    if (!read || placesIn(this.#observation, read.path).length !== values.length) return true
    const reply = await this.attemptAt(read, values)
    if (reply.status >= 300) return true
    if (sent.includes(this.unique) && reply.text.includes(this.unique)) return true
    const texts = scalarsIn(parseJsonOrText(sent)).filter(({ value }) => typeof value === 'string')
    const shown = new Set(scalarsIn(reply.body).map(({ value }) => value))
    const isTelling = texts.some(({ value }) => String(value).length >= minRandom)
    if (isTelling && texts.every(({ value }) => shown.has(value))) return true
    const items = await this.#lists.list(collection, values.slice(0, -1))
    return items.some((item) => String(keyOfItem(item, collection)) === String(values.at(-1)))
  }

  async #foundResource(collection: RecordCollection): Promise<Resource | undefined> {
    if (!collection.operations.has('list')) return undefined
    const parent = collection.parent && (await this.#foundResource(collection.parent))
    const parents = parent?.values ?? []
    if (parents.length < collection.parents) return undefined
    const items = await this.#context.once(`list of ${collection.path}`, () => this.#lists.list(collection, parents))
    for (const item of items) {
      const key = keyOfItem(item, collection)
      if (key !== undefined && isOneSegment(key)) return { values: [...parents, key], createdByThisRun: false }
    }
    return undefined
  }
}

/** The member is to be left out. */
const nothing = Symbol('nothing')

/** A segment of an address as text; undefined where it is none. */
export function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** What a server says of a refusal, on one line. */
export function wordsOf({ text }: Pick<Reply, 'text'>): string {
  const words = text.replaceAll(/\s+/g, ' ').trim()
  return words === '' ? 'no words' : words.length > 160 ? `${words.slice(0, 160).toWellFormed()}…` : words
}

/** A path to the end of one of its parameters. */
function upTo(path: string, index: number): string {
  return [...path.matchAll(/\{[^{}]+\}/g)]
    .slice(0, index + 1)
    .reduce((_, one) => path.slice(0, one.index + one[0].length), path)
}

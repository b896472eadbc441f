import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { AttemptInput, Reply } from '../../check/check.ts'
import type { Contract } from '../../contract/contract.ts'
import { below, isObject, valueAt } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { acceptsIn } from '../../contract/published/schema-bundle.ts'
import { listsIn, objectsIn, withValueAt } from '../../mock/crud/body-shape.ts'
import { anyNames, bare, kindOf, type RecordCollection } from '../../mock/crud/collections.ts'
import { bundleOf } from '../../mock/request/compile-schema.ts'
import type { Context } from '../context/context.ts'
import { keyIn, keyOfItem, linkedKey, makerOf, shapeOf } from './thing-keys.ts'
import { bodyOf, validRequest, valueFor, withBody } from './valid-request.ts'

/** What a document says of the things on its server. */
export interface Survey {
  contract: Contract
  collections: readonly RecordCollection[]
}

/** A thing on the server. */
export interface Thing {
  /** Values of the path parameters that lead to it, its own last. */
  values: unknown[]
  /** The check has made it. */
  isOwn: boolean
}

/** A request, and where its values come from. */
export interface ThingRequest {
  input: AttemptInput
  /** Whether each parameter of the path names a thing of the check, a thing of somebody else, or nothing that is known. */
  sources: readonly ('own' | 'found' | 'shown' | 'made up')[]
  values: unknown[]
}

/** Members that have another value in each run, since a server may allow each value once. */
const uniqueMembers =
  /^(user|login|display|first|last|nick|full|group|project)?name$|title|slug|e?mail$|^login$|handle|^sku$/

/** Things that are made before a thing, one below the other: its parents, and what it refers to. */
const maxDepth = 4

/** The things of one check: those that it makes, and those that the lists of the server show. */
export class Things {
  readonly unique: string = `rb${randomBytes(5).toString('hex')}`
  readonly #survey: Survey
  readonly #context: Context
  readonly #writes: boolean
  readonly #own = new Map<RecordCollection, Thing | undefined>()
  /** Why a thing could not be made, in the words of the server. */
  refusal: string | undefined
  #depth = 0

  /** @param writes the check may make things that it removes */
  constructor(survey: Survey, context: Context, writes: boolean) {
    this.#survey = survey
    this.#context = context
    this.#writes = writes
  }

  /** A request of an operation, at a thing of the check where it can be. */
  async requestOf(operation: Operation, known: readonly unknown[] = []): Promise<ThingRequest> {
    const sources: ThingRequest['sources'][number][] = []
    const path: unknown[] = [...known]
    for (const [index, { name, collection }] of placesIn(this.#survey, operation.path).entries()) {
      const isKnown = path[index] !== undefined
      const found = isKnown
        ? { value: path[index], source: 'own' as const }
        : await this.#valueOf(operation, name, collection)
      // The things around it lead to it.
      if (found.path) path.splice(0, path.length, ...found.path)
      path[index] = found.value
      sources[index] = found.source
    }
    const values = this.#valuesAt(operation, path)
    for (const parameter of operation.http.request?.query ?? []) {
      const other = parameter.required ? this.#collectionNamed(parameter.name) : undefined
      const thing = other && (await this.thing(other))
      if (thing) values.set(`query ${parameter.name}`, thing.values.at(-1))
    }
    return { input: validRequest(operation, values), sources, values: path }
  }

  async #valueOf(
    operation: Operation,
    name: string,
    collection: RecordCollection | undefined,
  ): Promise<{ value: unknown; source: ThingRequest['sources'][number]; path?: unknown[] }> {
    const parameter = operation.http.request?.path?.find((one) => one.name === name)
    const schema = Object(parameter?.schema)
    const isChoice = Array.isArray(schema.enum) || schema.const !== undefined || schema.type === 'boolean'
    const around = collection && (await this.thing(collection))
    if (around) return { value: around.values.at(-1), source: around.isOwn ? 'own' : 'found', path: around.values }
    const other = isChoice || collection ? undefined : this.#collectionNamed(name)
    const named = other && (await this.thing(other))
    if (named) return { value: named.values.at(-1), source: named.isOwn ? 'own' : 'found' }
    const isShown = isChoice || (parameter?.examples ?? []).length > 0
    return { value: valueFor(operation, parameter ?? {}, name), source: isShown ? 'shown' : 'made up' }
  }

  /** The collection whose things a name means: `petId`, `owner_id` of `/owners`. */
  #collectionNamed(name: string): RecordCollection | undefined {
    return this.#survey.collections.find(({ path, parameter }) => {
      const kind = bare(kindOf(path))
      const isTelling = !/^(id|key|name|slug|uuid|code|number|version|type)$/.test(bare(parameter))
      return bare(name) === `${kind}id` || (isTelling && bare(name) === bare(parameter))
    })
  }

  /** A thing of the check, or else the first that the list of the server shows. */
  async thing(collection: RecordCollection): Promise<Thing | undefined> {
    const own = this.#writes && isRemovable(collection) ? await this.#ownThing(collection) : undefined
    return own ?? this.#foundThing(collection)
  }

  async #ownThing(collection: RecordCollection): Promise<Thing | undefined> {
    if (this.#own.has(collection)) return this.#own.get(collection)
    if ((await this.#lost()).has(collection.path)) return undefined
    this.#own.set(collection, undefined)
    if (this.#depth >= maxDepth) return undefined
    this.#depth++
    const { thing, reply } = await this.make(collection)
    this.#depth--
    const { id = '' } = makerOf(collection) ?? {}
    if (!thing) this.refusal ??= `${id} answers ${reply.status}: ${wordsOf(reply)}`
    this.#own.set(collection, thing)
    return thing
  }

  /** Collections in which nothing more is made, since nobody finds out how to remove it. */
  #lost(): Promise<Set<string>> {
    return this.#context.once('collections whose answers name no thing', async () => new Set<string>())
  }

  /** Makes a thing, parents first, and registers its removal. */
  async make(collection: RecordCollection, change: (input: AttemptInput) => AttemptInput = (input) => input) {
    const maker = makerOf(collection)
    if (!maker) throw new Error(`nothing makes what is in ${collection.path}`)
    const parents = collection.parent ? ((await this.thing(collection.parent))?.values ?? []) : []
    const isChosen = !collection.operations.has('create')
    const key = this.newKey(maker, collection.parameter)
    const { input, values } = await this.requestOf(
      maker,
      isChosen ? withValue(parents, collection.parents, key) : parents,
    )
    const sent = change(await this.#withOwnMembers(maker, collection, input, values))
    if (isChosen) this.#remove(collection, values, false)
    const parentKeys = values.slice(0, collection.parents)
    const others = isChosen ? [] : await this.#list(collection, parentKeys)
    const reply = await this.#context.attempt(maker.id, sent)
    if (reply.status >= 300) return { reply }
    if (isChosen) return { reply, thing: { values, isOwn: true } }
    const own = await this.#keyOfMade(collection, parentKeys, reply, others)
    if (own === undefined) {
      ;(await this.#lost()).add(collection.path)
      this.#context.leaves(`what ${maker.id} has made (${this.unique}): its answer does not say where it is`)
      return { reply }
    }
    const thing = { values: [...parentKeys, own], isOwn: true }
    this.#remove(collection, thing.values, true)
    return { reply, thing }
  }

  #remove(collection: RecordCollection, values: readonly unknown[], isMade: boolean): void {
    const removal = collection.operations.get('delete')
    if (!removal) return
    this.#context.removeAfterwards(removal.id, validRequest(removal, this.#valuesAt(removal, values)), isMade)
  }

  /** Values of the parameters of a path, in their order, as `validRequest` takes them. */
  #valuesAt({ path }: Operation, values: readonly unknown[]): Map<string, unknown> {
    return new Map(placesIn(this.#survey, path).map(({ name }, index) => [`path ${name}`, values[index]]))
  }

  /** A key that no thing has, of the form that a parameter of the path allows. */
  newKey(operation: Operation, parameter: string): unknown {
    const described = operation.http.request?.path?.find(({ name }) => name === parameter)
    const schema = Object(described?.schema)
    const candidates = [this.unique, randomUUID(), randomInt(1e8, 1e9), this.unique.slice(2), randomInt(1000, 9999)]
    return candidates.find((one) => acceptsIn(bundleOf(operation.http), schema, one)) ?? this.unique
  }

  /** The body with names of its own, and with the keys of the things that it refers to. */
  async #withOwnMembers(
    maker: Operation,
    collection: RecordCollection,
    input: AttemptInput,
    values: readonly unknown[],
  ): Promise<AttemptInput> {
    const content = bodyOf(maker)
    if (!content) return input
    let body = valueFor(maker, content, 'text')
    const fits = (value: unknown) => acceptsIn(bundleOf(maker.http), content.schema, value)
    for (const { example, place } of objectsIn(shapeOf(body))) {
      for (const [name, value] of Object.entries(Object(example))) {
        const changed = withValueAt(body, [...place, name], await this.#memberFor(collection, name, value, values))
        if (fits(changed)) body = changed
      }
    }
    return withBody(input, content, body)
  }

  async #memberFor(
    collection: RecordCollection,
    name: string,
    value: unknown,
    values: readonly unknown[],
  ): Promise<unknown> {
    if (name === collection.key) return typeof value === 'number' ? randomInt(1e6, 2e9) : bareOrUuid(value, this.unique)
    if (typeof value === 'string' && uniqueMembers.test(bare(name)))
      return value.includes('@') || /mail/i.test(name) ? `${this.unique}@example.com` : this.unique
    const other = this.#collectionNamed(name)
    if (!other || other === collection || isObject(value)) return value
    const key = other === collection.parent ? values[collection.parents - 1] : (await this.thing(other))?.values.at(-1)
    return key === undefined ? value : typeof value === 'number' ? Number(key) : String(key)
  }

  /**
   * By the links of the answer, by its body, by the address that it gives, or by the name in the list. Never a key that was in the list
   * before: its thing is somebody else's, and the check would remove it.
   */
  async #keyOfMade(
    collection: RecordCollection,
    parents: readonly unknown[],
    reply: Reply,
    others: readonly unknown[],
  ): Promise<unknown> {
    const [, segment] = /([^/?#]+)\/?(?:[?#].*)?$/.exec(reply.headers.location ?? '') ?? []
    const shown = [
      linkedKey(this.#survey.contract, collection, reply),
      keyIn(reply, collection, this.unique),
      segment === undefined ? undefined : decodeURIComponent(segment),
    ]
    const taken = new Set(others.map((item) => String(keyOfItem(item, collection))))
    const own = shown.find((key) => key !== undefined && !taken.has(String(key)))
    if (own !== undefined) return own
    const items = await this.#list(collection, parents)
    const item = items.find((one) => JSON.stringify(one)?.includes(this.unique))
    return item === undefined ? undefined : keyOfItem(item, collection)
  }

  async #foundThing(collection: RecordCollection): Promise<Thing | undefined> {
    if (!collection.operations.has('list')) return undefined
    const parent = collection.parent && (await this.#foundThing(collection.parent))
    const parents = parent?.values ?? []
    if (parents.length < collection.parents) return undefined
    const items = await this.#context.once(`list of ${collection.path}`, () => this.#list(collection, parents))
    for (const item of items) {
      const key = keyOfItem(item, collection)
      if (key !== undefined) return { values: [...parents, key], isOwn: false }
    }
    return undefined
  }

  async #list(collection: RecordCollection, parents: readonly unknown[]): Promise<readonly unknown[]> {
    const list = collection.operations.get('list')
    if (!list) return []
    const reply = await this.#context.attempt(list.id, validRequest(list, this.#valuesAt(list, parents)))
    if (reply.status >= 300) return []
    const [found] = listsIn(shapeOf(reply.body))
    const items: unknown = found && valueAt(reply.body, below('', ...found.place))
    return Array.isArray(items) ? items : []
  }
}

export function isRemovable(collection: RecordCollection): boolean {
  return makerOf(collection) !== undefined && collection.operations.has('delete')
}

/** The parameters of a path in their order, each with the collection whose thing it names. */
export function placesIn(
  { collections }: Pick<Survey, 'collections'>,
  path: string,
): { name: string; collection: RecordCollection | undefined }[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(({ 1: name = '', index }) => {
    const before = path.slice(0, index)
    const collection = before.endsWith('/')
      ? collections.find((one) => anyNames(one.path) === anyNames(before.slice(0, -1)))
      : undefined
    return { name, collection }
  })
}

/** What a server says of a refusal, on one line. */
export function wordsOf({ text }: Pick<Reply, 'text'>): string {
  const words = text.replaceAll(/\s+/g, ' ').trim()
  return words === '' ? 'no words' : words.length > 160 ? `${words.slice(0, 160).toWellFormed()}…` : words
}

function withValue(values: readonly unknown[], index: number, value: unknown): unknown[] {
  const copy = [...values]
  copy[index] = value
  return copy
}

function bareOrUuid(value: unknown, unique: string): unknown {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(value)) ? randomUUID() : unique
}

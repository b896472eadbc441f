import { isDeepStrictEqual } from 'node:util'
import type { Reply } from '../../check/check.ts'
import { bare } from '../../contract/collections/collections.ts'
import { directions, pagingRole, sorts } from '../../contract/collections/paging.ts'
import { below, isMapping, nodeAt } from '../../contract/json-pointer.ts'
import type { Operation, Parameter } from '../../contract/operation.ts'
import { mergeParts, type SchemaNode } from '../../contract/schema/merge.ts'
import { type Schemas, schemasOf } from '../../contract/schema/schemas.ts'
import { printJson } from '../../json-text.ts'
import { sizeNames } from '../derive/lists.ts'
import { type ListPage, memberOf } from './collection-steps.ts'
import type { Prober } from './prober.ts'

export interface ListProbes {
  list: Operation
  /** Keys of things that the run has made, and that the list must have; undefined for a list of others' things. */
  own?: readonly string[]
  /** The operation that has made them. */
  createdBy?: string
  ask(query: Readonly<Record<string, unknown>>): Promise<ListPage | undefined>
  keyOf(item: unknown): string
  until<T>(ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<T>
}

const offsetNames = /^(offset|skip|startindex)$/
const pageNames = /^(page|pagenumber|pageindex|p)$/
const pagingNames =
  /limit|offset|page|per_|cursor|size|skip|take|^top$|marker|^after$|^before$|next|token|continue|^start|^first|^last/i
const searchNames = /^(q|query|search|term|text|keyword|keywords)$/
const totalNames = /^(x?total(count|items|results|records)?)$/

/** Most items of which a list is looked at as a whole. */
const maxItems = 100

/** Expects a list to have what was made, and its parameters to do what they are called. */
export class ListProbe {
  readonly #prober: Prober
  readonly #probes: ListProbes
  readonly #parameters: readonly Parameter[]
  /** Asks for as many items as the list gives at once. */
  #most: Record<string, unknown> = {}

  constructor(prober: Prober, probes: ListProbes) {
    this.#prober = prober
    this.#probes = probes
    this.#parameters = probes.list.parameters.filter(({ in: place }) => place === 'query')
  }

  async run(): Promise<void> {
    const { own = [], createdBy, keyOf, until, ask } = this.#probes
    const usual = await ask({})
    const size = this.#find(sizeNames)
    const { maximum = maxItems, default: standard } = size ? this.#schemaOf(size) : {}
    const most = Math.min(Number(maximum), maxItems)
    if (size) this.#most = { [size.name]: most }
    const misses = (page: ListPage | undefined) =>
      page && this.#isWhole(page, most) ? own.find((key) => !page.items.map(keyOf).includes(key)) : undefined
    const all = await until(
      () => ask(this.#most),
      (page) => misses(page) === undefined,
    )
    if (!all) return
    const keys = all.items.map(keyOf)
    const missing = misses(all)
    // A list that names its things in another way shows nothing.
    const isNamed = keys.length === 0 || keys.some((key) => key !== 'undefined')
    if (missing !== undefined && isNamed)
      return this.#fail(`does not show what ${createdBy} has made`, `a thing with the key ${missing}`, keys)
    if (size && usual && usual.items.length > Number(standard ?? Number.NaN))
      this.#fail(`shows more than the default of ${size.name}`, standard, usual.items.length)
    if (this.#isWhole(all, most)) this.#total(all)
    if (all.items.length < 2) return
    if (size) await this.#size(size, all)
    if (isNamed && this.#isWhole(all, most)) await this.#pages(size, keys)
    for (const parameter of this.#parameters) {
      const word = bare(parameter.name)
      if ([...sorts, ...directions].includes(word)) await this.#sort(parameter)
      // Of others' things, nobody says what the word is sought in: it may be a place, for which there is always weather.
      else if (searchNames.test(word) && this.#probes.own) await this.#search(parameter, all)
      else if (!pagingNames.test(parameter.name)) await this.#filter(parameter, all)
    }
  }

  #find(names: RegExp): Parameter | undefined {
    return this.#parameters.find((parameter) => {
      const { type } = this.#schemaOf(parameter)
      return names.test(bare(parameter.name)) && (type === 'integer' || type === 'number')
    })
  }

  get #schemas(): Schemas {
    return schemasOf(this.#prober.plan.observation.contract.document, { side: 'request' })
  }

  #schemaOf({ pointer }: Parameter): SchemaNode {
    const { document } = this.#prober.plan.observation.contract
    return mergeParts(nodeAt(document, below(pointer, 'schema')) ?? {}, this.#schemas)
  }

  #accepts(parameter: Parameter, value: unknown): boolean {
    return this.#schemas.accepts(this.#schemaOf(parameter), value)
  }

  #isWhole({ items }: ListPage, most: number): boolean {
    const isPaged = this.#parameters.some(({ name }) => pagingNames.test(name))
    return Object.keys(this.#most).length > 0 ? items.length < most : !isPaged || items.length < 10
  }

  /** @param seen keys of the things that were shown, or another value */
  #fail(words: string, expected: unknown, seen: unknown): void {
    const shown = Array.isArray(seen) ? seen.join(', ') || 'an empty list' : seen
    this.#prober.fail(this.#probes.list, words, expected, shown)
  }

  async #keysAt(query: Readonly<Record<string, unknown>>): Promise<string[] | undefined> {
    return (await this.#probes.ask(query))?.items.map(this.#probes.keyOf)
  }

  /** The number of all items that a list gives beside them. */
  #total({ items, reply }: ListPage): void {
    const header = Object.entries(reply.headers).filter(([name]) => totalNames.test(bare(name)))
    const beside = [...membersBeside(reply, /meta|page|pagination/i), ...header]
    // Where another number counts what is shown, the total may be of more than the list is asked for.
    const isCounted = ([name, value]: readonly [string, unknown]) =>
      /count/i.test(name) && !totalNames.test(bare(name)) && Number(value) === items.length
    if (beside.some(isCounted)) return
    for (const [name, value] of beside) {
      if (!totalNames.test(bare(name)) || Number(value) === items.length || Number.isNaN(Number(value))) continue
      this.#fail(`says at ${name} that there are others than it shows`, items.length, value)
    }
  }

  async #size(size: Parameter, all: ListPage): Promise<void> {
    const least = this.#leastSize(size)
    const page = least < all.items.length ? await this.#probes.ask({ [size.name]: least }) : undefined
    if (page && page.items.length > least)
      this.#fail(`ignores ${size.name}=${least}`, `at most ${least} items`, `${page.items.length} items`)
  }

  #leastSize(size: Parameter): number {
    return Math.max(1, Number(this.#schemaOf(size).minimum ?? 1))
  }

  /** Pages follow one another, by number, by offset, or by what an answer says of the next one. */
  async #pages(size: Parameter | undefined, keys: readonly string[]): Promise<void> {
    // A list without an order has no second page.
    const isSteady = isDeepStrictEqual(await this.#keysAt(this.#most), keys)
    const offset = this.#find(offsetNames)
    const rest = offset && isSteady ? await this.#keysAt({ ...this.#most, [offset.name]: 1 }) : undefined
    if (rest && !isDeepStrictEqual(rest, keys.slice(1)))
      this.#fail(`ignores ${offset?.name}=1`, `the list without its first thing: ${keys.slice(1).join(', ')}`, rest)
    if (!size) return
    const one = this.#leastSize(size)
    const page = this.#find(pageNames)
    if (page && isSteady && one * 2 <= keys.length) await this.#twoPages(size, page, keys)
    await this.#followPages({ [size.name]: one }, keys.length)
  }

  async #twoPages(size: Parameter, page: Parameter, keys: readonly string[]): Promise<void> {
    const one = this.#leastSize(size)
    const { minimum, default: usual } = this.#schemaOf(page)
    const start = Number(minimum ?? usual ?? 1)
    const first = await this.#keysAt({ [size.name]: one, [page.name]: start })
    const second = await this.#keysAt({ [size.name]: one, [page.name]: start + 1 })
    if (first?.length !== one || !second) return
    const both = [...first, ...second]
    const from = keys.indexOf(first[0] ?? '')
    if (isDeepStrictEqual(first, second))
      this.#fail(`shows the same at ${page.name}=${start} and ${start + 1}`, 'the next things', second)
    else if (!isDeepStrictEqual(both, keys.slice(from, from + both.length)))
      this.#fail(`leaves out things between two values of ${page.name}`, keys.join(', '), both)
  }

  async #followPages(size: Readonly<Record<string, unknown>>, length: number): Promise<void> {
    const { keyOf, own = [] } = this.#probes
    const seen: string[] = []
    let query: Record<string, unknown> | undefined = size
    for (let turn = 0; query && turn <= length + 1; turn++) {
      const next: ListPage | undefined = await this.#probes.ask(query)
      if (!next) return
      const found = next.items.map(keyOf)
      const twice = found.find((key) => seen.includes(key))
      if (twice !== undefined)
        return this.#fail('repeats on the next page what another has shown', 'other things', twice)
      seen.push(...found)
      const following = this.#nextOf(next)
      query = following && { ...size, ...following }
      if (turn === 0 && !query) return
    }
    const missed = own.find((key) => !seen.includes(key))
    if (query === undefined && missed !== undefined)
      this.#fail('leaves out of its pages a thing that the whole list shows', missed, seen)
  }

  /** The query of the next page, as an answer names it: in `Link`, by an address, or by a value for a parameter. */
  #nextOf({ reply }: ListPage): Record<string, unknown> | undefined {
    const [, link] = /<([^>]+)>\s*;[^,]*rel="?next"?/i.exec(reply.headers.link ?? '') ?? []
    const next = membersBeside(reply, /^(?!data$)/).find(
      ([name, value]) => /next|^(cursor|continue)$/i.test(name) && ['string', 'number'].includes(typeof value),
    )?.[1]
    const address = link ?? (typeof next === 'string' && /[?&][^=]+=/.test(next) ? next : undefined)
    if (address !== undefined) {
      const query = URL.parse(address, 'http://here/')?.searchParams
      return query && Object.fromEntries(query)
    }
    const cursor = this.#parameters.find(({ name }) => pagingRole(name) === 'cursor')
    return cursor === undefined || next === undefined || next === '' ? undefined : { [cursor.name]: next }
  }

  /** Asks with a word that nothing has. */
  async #search(parameter: Parameter, all: ListPage): Promise<void> {
    const word = 'ruleboundzzq'
    if (!this.#accepts(parameter, word)) return
    const page = await this.#probes.ask({ ...this.#most, [parameter.name]: word })
    if (!page || page.items.length < all.items.length || printJson(page.items).includes(word)) return
    this.#fail(`ignores the search ${parameter.name}=${word}`, 'nothing, or less', `${page.items.length} items`)
  }

  /** A parameter that is called as a member of the things chooses those that have this value. */
  async #filter(parameter: Parameter, all: ListPage): Promise<void> {
    const { name } = parameter
    const { keyOf, own = [] } = this.#probes
    const schema = this.#schemaOf(parameter)
    const isList = schema.type === 'array'
    const choices = isList ? Object(schema.items) : schema
    const [, prefix, suffix] =
      /^(min|max|from|to|since|until|after|before)[_-]?(?=.)|[_-]?(min|max|gte?|lte?|from|to|after|before|since|until)$/i.exec(
        name,
      ) ?? []
    const affix = (prefix ?? suffix ?? '').toLowerCase()
    const rest = affix === '' ? name : name.replace(new RegExp(`^${affix}[_-]?|[_-]?${affix}$`, 'i'), '')
    const has = (wanted: string) => all.items.some((item) => memberOf(item, wanted) !== undefined)
    const isBound = affix !== '' && !has(name)
    const wanted = [name, ...(isBound ? [rest, `${rest}_at`] : []), `${name}s`].find(has)
    if (wanted === undefined) return
    const valuesOf = (item: unknown) =>
      [memberOf(item, wanted)].flat().filter((value) => value !== undefined && value !== null)
    const values = [...new Set(all.items.flatMap(valuesOf))].filter((value) => typeof value !== 'object')
    if (values.length === 0 || values.some((value) => typeof value !== typeof values[0])) return
    const order = (value: unknown) => (typeof value === 'number' ? value : Date.parse(String(value)))
    if (isBound && values.some((value) => Number.isNaN(order(value)))) return
    const sorted = isBound ? values.toSorted((one, two) => order(one) - order(two)) : values
    const isUpper = /^(max|lte?|to|until|before)$/.test(affix)
    const isStrict = /^(before|after|gt|lt)$/.test(affix)
    // A value that nothing has chooses nothing.
    const candidates = [...(Array.isArray(choices.enum) ? choices.enum : []), 'rulebound', true, false, 987_654]
    const isOfType = (one: (typeof values)[number]) => typeof one === typeof values[0] && !values.includes(one)
    const accepts = (one: unknown) => this.#accepts(parameter, isList ? [one] : one)
    const unused = isBound ? undefined : candidates.find((one) => isOfType(one) && accepts(one))
    const used = (isUpper ? sorted[0] : sorted.at(-1)) as string | number
    for (const one of values.length < 2 ? [unused] : [used, unused]) {
      if (one === undefined || !accepts(one)) continue
      const page = await this.#probes.ask({ ...this.#most, [name]: isList ? [one] : one })
      const isFitting = (value: unknown) => {
        if (!isBound)
          return typeof value === 'string' ? value.toLowerCase().includes(String(one).toLowerCase()) : value === one
        return isUpper ? order(value) <= order(one) : order(value) >= order(one)
      }
      const wrong = page?.items.find((item) => valuesOf(item).length > 0 && !valuesOf(item).some(isFitting))
      if (wrong !== undefined) {
        const seen = `one with ${printJson(memberOf(wrong, wanted))}`
        return this.#fail(`ignores the filter ${name}=${one}`, `only things whose ${wanted} fits`, seen)
      }
      const found = page?.items.map(keyOf)
      const isChosen = (item: unknown) =>
        isBound ? !isStrict && valuesOf(item).some(isFitting) : wanted === name && valuesOf(item).includes(one)
      const missing = all.items
        .filter((item) => isChosen(item) && own.includes(keyOf(item)))
        .find((item) => found?.includes(keyOf(item)) === false)
      if (missing === undefined) continue
      const words = `leaves out a thing whose ${wanted} is what the filter ${name}=${one} asks for`
      return this.#fail(words, keyOf(missing), found)
    }
  }

  async #sort(parameter: Parameter): Promise<void> {
    const schema = this.#schemaOf(parameter)
    const choices: string[] = Array.isArray(schema.enum) ? schema.enum.map(String) : []
    if (choices.length > 0 && choices.every((choice) => /^(asc|desc|ascending|descending)$/i.test(choice)))
      return this.#direction(parameter, choices)
    for (const choice of choices.slice(0, 8)) {
      const name = choice.replace(/^[-+]|[:_ .](asc|desc)$/gi, '')
      const order = this.#parameters.find((one) => one !== parameter && directions.includes(bare(one.name)))
      const page = await this.#probes.ask({ ...this.#most, [parameter.name]: choice })
      const values = page?.items.map((item) => memberOf(item, name)) ?? []
      const isPlain =
        values.every((value) => typeof value === 'number') ||
        values.every((value) => typeof value === 'string' && /^([a-z0-9]+|\d{4}-\d\d-\d\dT[\d:.]+Z)$/.test(value))
      if (!isPlain || new Set(values).size < 2) continue
      const pairs = values.slice(1).map((value, index) => [values[index], value] as [string, string])
      const isUp = pairs.every(([one, two]) => one <= two)
      const isDown = pairs.every(([one, two]) => one >= two)
      const mustFall = /^-|[:_ .]desc$/i.test(choice)
      const isStated = mustFall || /^\+|[:_ .]asc$/i.test(choice) || choices.includes(`-${choice}`)
      if (isStated && !order ? (mustFall ? isDown : isUp) : isUp || isDown) continue
      this.#fail(`does not sort by ${choice}`, `a list that ${mustFall ? 'falls' : 'rises'}`, values)
    }
  }

  /** Both directions of one order cannot be the same. */
  async #direction(parameter: Parameter, choices: readonly string[]): Promise<void> {
    const { keyOf } = this.#probes
    const by = this.#parameters.find((one) => one !== parameter && sorts.includes(bare(one.name)))
    const [field] = by ? [this.#schemaOf(by).enum].flat() : []
    const query = { ...this.#most, ...(by && field !== undefined && { [by.name]: field }) }
    const pages: string[][] = []
    for (const choice of choices.slice(0, 2)) {
      const page = await this.#probes.ask({ ...query, [parameter.name]: choice })
      if (page) pages.push(page.items.map(keyOf))
      const values = page && field !== undefined ? page.items.map((item) => memberOf(item, String(field))) : []
      if (new Set(values).size < 2) return
    }
    if (pages.length === 2 && isDeepStrictEqual(pages[0], pages[1]))
      this.#fail(`ignores ${parameter.name}`, 'two orders', pages[0])
  }
}

/** The members of an answer, and those of the objects in it that have such a name. */
function membersBeside({ body }: Reply, names: RegExp): [name: string, value: unknown][] {
  return Object.entries(isMapping(body) ? body : {}).flatMap(([name, value]): [string, unknown][] =>
    isMapping(value) && names.test(name) ? Object.entries(value) : [[name, value]],
  )
}

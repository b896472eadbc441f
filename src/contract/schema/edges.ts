import { printJson } from '../../json-text.ts'
import { below, isMapping } from '../json-pointer.ts'
import { rangeOfFormat } from './formats.ts'
import { isNumeric, isSameJson, lengthOf } from './json-equality.ts'
import { memberSchema, sampleOf, singular, typeOf, withMember } from './make-sample.ts'
import { mergeParts, type SchemaNode } from './merge.ts'
import { compilePattern } from './pattern.ts'
import { rangeOf } from './sample-number.ts'
import { matchesOf, textsOfFormat } from './sample-text.ts'
import { accepts, type Schemas } from './schemas.ts'

/** A value at the edge of a schema: it differs from a valid sample at one place. */
export interface Edge {
  value: unknown
  /** Pointer of the place that it is about: `/lines/0/count`. */
  place: string
  /** The keyword that it tries: `maximum`, `required`, `oneOf`. `type` also for null, other types and texts that many programs get wrong. */
  keyword: string
  /** What it shows, in a few words: `above maximum 5`, `without name`. */
  what: string
  /** Whether the schema accepts it. */
  valid: boolean
}

export interface EdgesOptions {
  schemas: Schemas
  /** Most edges. Default: 2,000. */
  max?: number
  /** Levels of members and items that are entered. Default: 8. */
  maxDepth?: number
  /** A word that says what the value is for. */
  hint?: string
}

/** A place of the sample that is still to be tried, with a way to put another value there. */
interface OpenPlace {
  schema: unknown
  pointer: string
  hint: string
  depth: number
  put: (value: unknown) => unknown
  /** How often each reference has been followed to get here. */
  seen: ReadonlyMap<string, number>
}

type Draft = readonly [value: unknown, keyword: string, what: string]

/** Members of `enum`, branches, texts and members of an object that are tried at one place. */
const maxAlternatives = 60

/**
 * Values at the edges of a schema, the outer places first: each bound and one beyond it, each member of an enum, each type, lengths, formats,
 * members left out and added, each branch, and what programs get wrong (empty and non-ASCII texts, `% ' " \`, 2^31, 2^53, null). They come
 * one by one, the same ones each time, and no value twice for the same place.
 */
export function edgesOf(schema: unknown, options: EdgesOptions): Generator<Edge> {
  return new EdgeFinder(options).find(schema)
}

class EdgeFinder {
  readonly #options: Required<EdgesOptions>
  readonly #queue: OpenPlace[] = []

  constructor(options: EdgesOptions) {
    this.#options = { max: 2000, maxDepth: 8, hint: 'text', ...options }
  }

  *find(schema: unknown): Generator<Edge> {
    const { schemas, max, hint } = this.#options
    this.#queue.push({ schema, pointer: '', hint, depth: 0, put: (value) => value, seen: new Map() })
    const known = new Set<string>()
    for (let place = this.#queue.shift(); place; place = this.#queue.shift()) {
      for (const [made, keyword, what] of this.#draftsOf(place)) {
        if (known.size >= max) return
        const value = place.put(made)
        const key = `${place.pointer} ${printJson(value)}`
        if (known.has(key)) continue
        known.add(key)
        yield { value, place: place.pointer, keyword, what, valid: accepts(schemas, schema, value) }
      }
    }
  }

  #sample(schema: unknown, hint: string, size: 'full' | 'minimal' = 'full'): unknown {
    return sampleOf(schema, { schemas: this.#options.schemas, hint, size }).value
  }

  *#draftsOf(place: OpenPlace): Generator<Draft> {
    const { schema, hint, depth } = place
    const merged = this.#withoutLoneBranch(mergeParts(schema, this.#options.schemas))
    const full = this.#sample(schema, hint)
    const minimal = this.#sample(schema, hint, 'minimal')
    yield [full, 'type', 'a full sample']
    yield [minimal, 'required', 'a minimal sample']
    yield* this.#branches(place, merged)
    yield* constantsOf(merged)
    const type = typeOf(merged)
    if (type === 'string' || typeof full === 'string') yield* textEdges(merged, hint)
    if (type === 'number' || type === 'integer' || isNumeric(full)) yield* numberEdges(merged, type === 'integer')
    if (Array.isArray(full)) yield* this.#listEdges(place, merged, full)
    else if (isMapping(full)) yield* this.#objectEdges(place, merged, full, isMapping(minimal) ? minimal : full)
    for (const [value, what] of otherTypes) yield [value, 'type', what]
    if (depth === 0) yield [{ [hint]: full }, 'type', 'the value inside an object']
  }

  /** One alternative is none. */
  #withoutLoneBranch(schema: SchemaNode): SchemaNode {
    const keyword = (['oneOf', 'anyOf'] as const).find((one) => Array.isArray(schema[one]) && schema[one].length === 1)
    if (!keyword) return schema
    const { [keyword]: branches, ...rest } = schema
    return this.#withoutLoneBranch(mergeParts({ allOf: [rest, ...(branches as unknown[])] }, this.#options.schemas))
  }

  *#branches(place: OpenPlace, merged: SchemaNode): Generator<Draft> {
    const { oneOf, anyOf, if: condition, then, else: otherwise, discriminator, ...rest } = merged
    for (const [keyword, branches] of Object.entries({ oneOf, anyOf })) {
      if (!Array.isArray(branches)) continue
      const others = keyword === 'oneOf' ? { ...rest, ...(anyOf !== undefined && { anyOf }) } : rest
      for (const [index, branch] of branches.slice(0, maxAlternatives).entries()) {
        // The discriminator gives the sample of the branch its name.
        const part = { ...others, ...(discriminator !== undefined && { discriminator }), [keyword]: [branch] }
        yield [this.#sample(part, place.hint), keyword, `branch ${index + 1} of ${keyword}`]
        const next = entered(place, branch)
        if (next) this.#queue.push({ ...place, schema: part, depth: place.depth + 1, seen: next })
      }
    }
    if (condition !== undefined) {
      const parts: [string, unknown][] = [
        ['then', { allOf: [condition, then ?? true] }],
        ['else', { allOf: [{ not: condition }, otherwise ?? true] }],
      ]
      for (const [keyword, part] of parts)
        yield [this.#sample({ allOf: [rest, part] }, place.hint), 'if', `where ${keyword} applies`]
    }
    const { $ref } = Object(place.schema)
    const subtypes = typeof $ref === 'string' ? this.#options.schemas.subtypesOf($ref) : []
    for (const { ref, name } of subtypes.slice(0, maxAlternatives))
      yield [this.#sample({ $ref: ref }, place.hint), 'discriminator', `the subtype ${name}`]
  }

  *#listEdges(place: OpenPlace, schema: SchemaNode, full: readonly unknown[]): Generator<Draft> {
    const { minItems, maxItems, items, prefixItems, uniqueItems, contains } = schema
    const ofLength = (length: number) => this.#sample({ allOf: [{ minItems: length }, schema] }, place.hint)
    const limit = 1000
    yield [[], 'minItems', 'an empty list']
    if (typeof minItems === 'number' && minItems <= limit) {
      yield [ofLength(minItems), 'minItems', `of ${minItems} items`]
      if (minItems > 0) yield [full.slice(0, minItems - 1), 'minItems', `with fewer than ${minItems} items`]
    }
    if (typeof maxItems === 'number' && maxItems <= limit) {
      const longest = ofLength(maxItems)
      if (Array.isArray(longest)) {
        yield [longest, 'maxItems', `of ${maxItems} items`]
        const { maxItems: _, ...open } = schema
        const longer = this.#sample({ allOf: [{ minItems: maxItems + 1 }, open] }, place.hint)
        yield [longer, 'maxItems', `with more than ${maxItems} items`]
      }
    }
    const [first] = full
    if (full.length > 0) {
      yield [[...full, first], 'uniqueItems', 'with an item twice']
      yield [[...full, null], 'items', 'with null at the end']
    }
    if (uniqueItems === true) yield [ofLength(2), 'uniqueItems', 'with two items that differ']
    if (contains !== undefined)
      yield [
        full.filter((item) => !accepts(this.#options.schemas, contains, item)),
        'contains',
        'without what it must contain',
      ]
    const prefix = Array.isArray(prefixItems) ? prefixItems : []
    if (prefix.length > 0) yield [full.slice(0, -1), 'prefixItems', 'without its last item']
    for (const [index] of full.entries()) {
      if (index > prefix.length) break
      this.#enter(place, index, prefix[index] ?? items, (value) => full.with(index, value))
    }
  }

  *#objectEdges(place: OpenPlace, schema: SchemaNode, full: SchemaNode, least: SchemaNode): Generator<Draft> {
    const { properties, required, minProperties, maxProperties, dependentRequired, propertyNames } = schema
    yield [{}, 'required', 'an empty object']
    const needed: unknown[] = Array.isArray(required) ? required : []
    for (const name of Object.keys(full)) {
      const without = omitted(full, name)
      yield [without, needed.includes(name) ? 'required' : 'properties', `without ${name}`]
    }
    const names = Object.keys(Object(properties))
    for (const name of names.slice(0, 4 * maxAlternatives)) {
      const shown = Object.hasOwn(full, name) ? full : undefined
      const part = memberSchema(schema, name)
      const member = shown ? shown[name] : this.#sample(part, name, 'minimal')
      if (!Object.hasOwn(least, name))
        yield [withMember(least, name, member), 'properties', `with ${name} alone beside what is required`]
      else if (!shown) yield [withMember(full, name, member), 'properties', `with ${name}`]
      // Where the full sample does not have the member, it may not stand beside the others.
      this.#enter(place, name, part, (value) => withMember(shown ?? least, name, value))
    }
    const extra = this.#sample(memberSchema(schema, 'unexpected'), 'unexpected')
    yield [withMember(full, 'unexpected', extra), 'additionalProperties', 'with one more member']
    yield [withMember(full, 'constructor', extra), 'additionalProperties', 'with a member called constructor']
    const { patternProperties, additionalProperties } = schema
    for (const pattern of Object.keys(Object(patternProperties)).slice(0, maxAlternatives))
      for (const name of [...matchesOf(pattern)].slice(0, 1))
        this.#enter(place, name, memberSchema(schema, name), (value) => withMember(full, name, value))
    if (isMapping(additionalProperties)) {
      const name = Object.keys(full).find((one) => !names.includes(one)) ?? 'unexpected'
      this.#enter(place, name, additionalProperties, (value) => withMember(full, name, value))
    }
    if (typeof minProperties === 'number' && minProperties > 0) {
      const kept = Object.entries(least).slice(0, minProperties - 1)
      yield [Object.fromEntries(kept), 'minProperties', `with fewer than ${minProperties} members`]
    }
    if (typeof maxProperties === 'number' && maxProperties < 1000) {
      const more = { ...full }
      for (let at = 1; Object.keys(more).length <= maxProperties; at++) more[`more${at}`] = extra
      yield [more, 'maxProperties', `with more than ${maxProperties} members`]
    }
    if (propertyNames !== undefined)
      for (const name of ['', 'Ä', '0', 'a-b', 'A_B'])
        yield [withMember(full, name, extra), 'propertyNames', `with a member called "${name}"`]
    for (const [name, list] of Object.entries(Object(dependentRequired)))
      for (const one of Array.isArray(list) ? list : [])
        if (Object.hasOwn(full, name))
          yield [omitted(full, String(one)), 'dependentRequired', `with ${name} and without ${one}`]
  }

  #enter(place: OpenPlace, name: string | number, schema: unknown, put: (value: unknown) => unknown): void {
    const seen = entered(place, schema)
    if (!seen || place.depth >= this.#options.maxDepth || schema === false) return
    const hint = typeof name === 'string' ? name : singular(place.hint)
    const pointer = below(place.pointer, name)
    this.#queue.push({
      schema: schema ?? true,
      pointer,
      hint,
      depth: place.depth + 1,
      put: (value) => place.put(put(value)),
      seen,
    })
  }
}

const otherTypes: readonly (readonly [unknown, string])[] = [
  [null, 'null'],
  [true, 'true'],
  [false, 'false'],
  [0, 'zero'],
  [-1, 'a negative number'],
  [1.5, 'a fraction'],
  ['', 'an empty text'],
  ['text', 'a text'],
  ['1', 'a number as text'],
  [[], 'an empty list'],
  [[null], 'a list of null'],
  [{}, 'an empty object'],
]

/** The references seen so far with those of a schema; undefined where the schema would be entered again. */
function entered({ seen }: OpenPlace, schema: unknown): ReadonlyMap<string, number> | undefined {
  const { $ref } = Object(schema)
  if (typeof $ref !== 'string') return seen
  const times = seen.get($ref) ?? 0
  return times >= 1 ? undefined : new Map([...seen, [$ref, times + 1]])
}

function* constantsOf({
  enum: values,
  const: constant,
  default: usual,
  examples,
  example,
}: SchemaNode): Generator<Draft> {
  if (constant !== undefined) {
    yield [constant, 'const', 'the constant']
    yield [besides(constant), 'const', 'another value than the constant']
  }
  if (Array.isArray(values)) {
    for (const value of values.slice(0, maxAlternatives)) yield [value, 'enum', `the member ${short(value)}`]
    const outside = besides(values.find((value) => value !== null))
    if (!values.some((value) => isSameJson(value, outside))) yield [outside, 'enum', 'outside of enum']
    const [text] = values.filter((value) => typeof value === 'string')
    if (text !== undefined)
      yield [text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase(), 'enum', 'a member in another case']
  }
  if (usual !== undefined) yield [usual, 'default', 'the default']
  for (const shown of [example, ...(Array.isArray(examples) ? examples : [])])
    if (shown !== undefined) yield [shown, 'examples', 'an example']
}

function short(value: unknown): string {
  const text = printJson(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/** A value of the same type. */
function besides(value: unknown): unknown {
  if (typeof value === 'string') return `${value}x`
  if (typeof value === 'number') return value + 1
  if (typeof value === 'bigint') return value + 1n
  return typeof value === 'boolean' ? !value : { other: value }
}

function* textEdges(schema: SchemaNode, hint: string): Generator<Draft> {
  const { minLength, maxLength, pattern, format } = schema
  const text = (length: number) => hint.padEnd(length, hint === '' ? 'a' : hint).slice(0, length)
  const ofLength = (length: number) => {
    const made = typeof pattern === 'string' ? [...matchesOf(pattern, 0, length)] : []
    const ofFormat = typeof format === 'string' ? textsOfFormat(format, length) : []
    return [...made, ...ofFormat].find((one) => lengthOf(one) === length) ?? text(length)
  }
  const limit = 20_000
  if (typeof minLength === 'number' && minLength <= limit) {
    yield [ofLength(minLength), 'minLength', `of ${minLength} characters`]
    if (minLength > 0) yield [ofLength(minLength - 1), 'minLength', `shorter than ${minLength} characters`]
    // Characters beyond the basic plane count once.
    if (minLength > 1) yield ['😀'.repeat(minLength - 1), 'minLength', `${minLength - 1} characters of two units`]
  }
  if (typeof maxLength === 'number' && maxLength <= limit) {
    yield [ofLength(maxLength), 'maxLength', `of ${maxLength} characters`]
    yield [ofLength(maxLength + 1), 'maxLength', `longer than ${maxLength} characters`]
    yield ['é'.repeat(maxLength), 'maxLength', `${maxLength} characters that are not ASCII`]
  } else yield [text(300), 'maxLength', 'of 300 characters']
  if (typeof format === 'string') {
    const [usual, ...others] = textsOfFormat(format)
    for (const other of others) yield [other, 'format', `${format} in another form`]
    if (usual !== undefined)
      for (const [wrong, what] of brokenTexts(usual)) yield [wrong, 'format', `${format} ${what}`]
    for (const wrong of wrongByFormat[format] ?? []) yield [wrong, 'format', `${format} with a wrong value`]
  }
  if (typeof pattern === 'string') {
    const matches = [...matchesOf(pattern)].slice(0, 6)
    for (const match of matches) yield [match, 'pattern', 'a match of the pattern']
    const longer = matches.map((match) => `${match}x`)
    // A pattern without an end says nothing about what follows.
    for (const match of longer.filter((one) => compilePattern(pattern).test(one)))
      yield [match, 'pattern', 'a match with a letter at the end']
    if (matches[0] !== undefined)
      for (const [wrong, what] of brokenTexts(matches[0])) yield [wrong, 'pattern', `a match ${what}`]
  }
  yield ['', 'minLength', 'an empty text']
  const min = typeof minLength === 'number' ? Math.min(minLength, limit) : 0
  for (const [special, what] of specialTexts)
    yield [
      special.padEnd(min, special).slice(0, typeof maxLength === 'number' ? Math.max(maxLength, 1) : undefined),
      'type',
      what,
    ]
}

const specialTexts: readonly (readonly [string, string])[] = [
  ['éßα中あ한', 'letters that are not ASCII'],
  ['😀', 'a character beyond the basic plane'],
  ['%', 'a percent sign'],
  ['%2e%2e', 'an encoded text'],
  ["'", 'an apostrophe'],
  ['"', 'a quote'],
  ['\\', 'a backslash'],
  ['<b>&amp;', 'markup'],
  ['a/b', 'a slash'],
  ['a,b', 'a comma'],
  [' ', 'a space'],
  ['a\nb', 'a line break'],
  ['null', 'the word null'],
]

function* brokenTexts(text: string): Generator<readonly [string, string]> {
  if (text.length > 1) yield [text.slice(0, -1), 'without its last character']
  if (text.length > 1) yield [text.slice(1), 'without its first character']
  yield [`${text}\u0001`, 'with a control character']
  yield [`${text} `, 'with a space at the end']
  yield [` ${text}`, 'with a space at the beginning']
  yield [`x${text}`, 'with a letter at the beginning']
}

/** Texts that have the form and not the meaning. */
const wrongByFormat: Readonly<Record<string, readonly string[]>> = {
  date: ['2024-02-30', '2023-02-29', '2024-13-01', '01.01.2024', '2024-1-1'],
  'date-time': ['2024-01-01T25:00:00Z', '2024-01-01T12:00:00', '2024-01-01 12:00:00Z', '2024-02-30T12:00:00Z'],
  time: ['25:00:00Z', '12:00:00', '12:60:00Z'],
  duration: ['P', 'PT', '1D', 'P1H'],
  email: ['user', 'user@', '@example.com', 'a@b@c.d'],
  hostname: ['-a.com', 'a..b', 'a_b'],
  ipv4: ['256.0.0.1', '1.2.3', '01.2.3.4'],
  ipv6: ['::g', '1:2:3', ':::'],
  uri: ['example', '//a.b', 'http://a b'],
  uuid: ['00000000-0000-4000-8000-00000000000g', '00000000000040008000000000000001'],
  byte: ['a', '===='],
  regex: ['(', '[a', 'a{2,1}'],
}

function* numberEdges(schema: SchemaNode, isInteger: boolean): Generator<Draft> {
  const { multipleOf, format } = schema
  const { low, high } = rangeOf(schema)
  const step = isNumeric(multipleOf) ? multipleOf : isInteger ? 1 : 0.5
  for (const [keyword, bound] of [
    ['minimum', schema.minimum],
    ['exclusiveMinimum', schema.exclusiveMinimum],
    ['maximum', schema.maximum],
    ['exclusiveMaximum', schema.exclusiveMaximum],
  ] as const) {
    if (!isNumeric(bound)) continue
    yield [bound, keyword, `at ${keyword} ${bound}`]
    for (const by of new Set([step, 1])) {
      yield [plus(bound, by), keyword, `above ${keyword} ${bound}`]
      yield [plus(bound, by, -1), keyword, `below ${keyword} ${bound}`]
    }
    if (!isInteger) yield [plus(bound, 1e-6), keyword, `a little above ${keyword} ${bound}`]
    if (!isInteger) yield [plus(bound, 1e-6, -1), keyword, `a little below ${keyword} ${bound}`]
  }
  const ofFormat = rangeOfFormat(format)
  for (const bound of ofFormat ?? []) {
    yield [bound, 'format', `at the bound of ${format}`]
    yield [plus(bound, bound === ofFormat?.[0] ? -1 : 1), 'format', `beyond ${format}`]
  }
  if (isNumeric(multipleOf)) {
    const base = Number.isFinite(Number(low)) ? low : Number.isFinite(Number(high)) ? high : 0
    yield [plus(base, Number(multipleOf) / 2), 'multipleOf', `no multiple of ${multipleOf}`]
    yield [plus(multipleOf, multipleOf), 'multipleOf', `a multiple of ${multipleOf}`]
  }
  for (const [value, what] of specialNumbers) yield [value, 'type', what]
}

const specialNumbers: readonly (readonly [number | bigint, string])[] = [
  [0, 'zero'],
  [1, 'one'],
  [-1, 'a negative number'],
  [0.1, 'a fraction'],
  [2 ** 31 - 1, '2^31 - 1'],
  [2 ** 31, '2^31'],
  [-(2 ** 31) - 1, '-2^31 - 1'],
  [2 ** 53, '2^53'],
  [2n ** 53n + 1n, '2^53 + 1'],
  [2n ** 63n, '2^63'],
  [1e21, '10^21'],
  [1e-7, 'a small fraction'],
]

/** A sum with all digits of integers, and without the digits that doubles add to fractions. */
function plus(value: number | bigint, more: number | bigint, sign = 1): number | bigint {
  if (Number.isInteger(Number(more)) && (typeof value === 'bigint' || Number.isInteger(value))) {
    const sum = BigInt(value) + BigInt(sign) * BigInt(more)
    return Number.isSafeInteger(Number(sum)) ? Number(sum) : sum
  }
  return Number((Number(value) + sign * Number(more)).toPrecision(15))
}

function omitted(value: SchemaNode, name: string): SchemaNode {
  return Object.fromEntries(Object.entries(value).filter(([one]) => one !== name))
}

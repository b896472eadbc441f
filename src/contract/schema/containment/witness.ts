import { setOwn } from '../../json-pointer.ts'
import { edgesOf } from '../edges.ts'
import { sampleOf } from '../make-sample.ts'
import type { Comparison, Edge, Step, Suspicion } from './compare.ts'
import { keywordsOf } from './difference.ts'
import type { Universe } from './universe.ts'

/** A message that a sender may send and the reader refuses. */
export interface Witness {
  message: unknown
  /** The nearest message that is valid on both sides; it differs from the other at the place alone. */
  twin?: unknown
  /** The place in the message. */
  path: readonly Step[]
  /** The value at the place; undefined for a member that is missing. */
  value: unknown
}

const maxMessages = 40

/** Confirms suspicions by values. */
export class WitnessFinder {
  readonly #universe: Universe
  readonly #comparison: Comparison
  readonly #smallest = new Map<number, { value: unknown } | undefined>()

  constructor(universe: Universe, comparison: Comparison) {
    this.#universe = universe
    this.#comparison = comparison
  }

  /**
   * @param alone only values that nothing but this difference refuses
   * @returns undefined if no value shows the difference
   */
  find({ difference, chain }: Suspicion, alone: boolean): Witness | undefined {
    const place = chain.at(-1)
    if (!place || difference.aspect === 'unread') return undefined
    const { sub, sup, isText } = place
    const universe = this.#universe
    const relaxed = alone ? universe.without(sup, ...keywordsOf(difference)) : undefined
    let messages = 0
    for (const value of this.#valuesAt(place, difference)) {
      const isShown =
        universe.accepts(sub, value) === true &&
        universe.takes(sup, value, isText) === false &&
        this.#isHonest(sub, value) &&
        (difference.name === undefined || concerns(difference.aspect, difference.name, value)) &&
        (!relaxed || universe.takes(relaxed, value, isText) === true)
      const witness = isShown ? this.#embed(chain, value) : undefined
      if (witness) return witness
      messages += Number(isShown)
      if (messages >= maxMessages) return undefined
    }
    return undefined
  }

  /** A small value that the schema accepts. */
  smallestOf(schema: unknown): { value: unknown } | undefined {
    const id = this.#universe.idOf(schema)
    if (!this.#smallest.has(id)) {
      const options = { schemas: this.#universe.schemas, size: 'minimal', hint: 'x', usesExamples: false } as const
      const { value, isValid } = sampleOf(schema, options)
      this.#smallest.set(id, isValid ? { value } : undefined)
    }
    return this.#smallest.get(id)
  }

  /** Values at the edges of what is sent and of what is read. Some are invalid. */
  *edgesOf(sub: unknown, sup: unknown, maxValues = 1500): Generator<unknown> {
    const options = { schemas: this.#universe.schemas, max: 300, maxDepth: 2, hint: 'x' }
    const refusals = [sup, sub].flatMap((schema) => this.#comparison.shapeOf(schema).refusals)
    const parts = [sup, sub, ...refusals].flatMap((schema) => [...this.#partsWithin(schema)]).concat(refusals)
    let count = 0
    for (const schema of [this.#universe.both(sub, sup), sub, sup, ...parts])
      for (const { value } of edgesOf(schema, parts.includes(schema) ? { ...options, max: 60 } : options)) {
        yield value
        count += 1
        if (count >= maxValues) return
      }
  }

  *#valuesAt({ sub, sup }: Edge, { aspect, values, name }: Suspicion['difference']): Generator<unknown> {
    yield* values
    if (aspect === 'item-contained') {
      const [own, reader] = [this.#comparison.shapeOf(sub), this.#comparison.shapeOf(sup)]
      const one = this.smallestOf(this.#universe.both(own.element(0), reader.node.contains))
      const [, max] = reader.contained
      if (one && max < 1000) yield Array.from({ length: max + 1 }, () => one.value)
    }
    if (name !== undefined) {
      for (const schema of [this.#universe.both(sub, sup), sub]) {
        const whole = this.smallestOf(schema)?.value
        if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) continue
        yield Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name))
        yield whole
      }
      const having = this.smallestOf(this.#universe.with(sub, { required: [name] }))
      if (having) yield having.value
    }
    yield* this.edgesOf(sub, sup)
  }

  /** Puts a value into the smallest message around its place, and finds the nearest message that both sides accept. */
  #embed(chain: readonly Edge[], value: unknown): Witness | undefined {
    const universe = this.#universe
    const { sub, sup, isText } = chain[0] as Edge
    const path = chain.flatMap(({ step }) => (step === undefined ? [] : [step]))
    const isCommon = (twin: unknown) =>
      universe.accepts(sub, twin) === true && universe.takes(sup, twin, isText) === true
    for (const isShared of [true, false]) {
      const message = this.#around(chain, value, isShared)
      const isShown =
        message !== undefined &&
        universe.accepts(sub, message.value) === true &&
        universe.takes(sup, message.value, isText) === false &&
        this.#isHonest(sub, message.value)
      if (!isShown) continue
      const last = chain.findLastIndex(({ step }) => step !== undefined)
      const places = chain.slice(Math.max(0, last)).reverse()
      const nearest = places
        .flatMap((place) => [...this.#twinsOf(place, value)])
        .map((one) => changed(message.value, path, one))
      const twin = [
        ...nearest,
        ...path.map((_, index) => changed(message.value, path.slice(0, path.length - index))),
      ].find(isCommon)
      return { message: message.value, path, value, ...(twin !== undefined && { twin }) }
    }
    return undefined
  }

  /** The smallest message that has a value at a place. */
  #around(chain: readonly Edge[], value: unknown, isShared: boolean): { value: unknown } | undefined {
    return chain.reduceRight<{ value: unknown } | undefined>(
      (inner, { step }, index) => {
        const around = chain[index - 1]
        if (step === undefined || !around || !inner) return inner
        const schema = isShared ? this.#universe.both(around.sub, around.sup) : around.sub
        const part =
          typeof step === 'number' ? { type: 'array', minItems: step + 1 } : { type: 'object', required: [step] }
        const base = this.smallestOf(this.#universe.with(schema, part)) ?? this.smallestOf(schema)
        return base && { value: changed(Object(base.value), [step], inner.value) }
      },
      { value },
    )
  }

  /** Values that are valid on both sides; for an object, with as much of the other value as can be kept. */
  *#twinsOf({ sub, sup, isText }: Edge, value: unknown): Generator<unknown> {
    const isValid = (one: unknown) =>
      this.#universe.accepts(sub, one) === true && this.#universe.takes(sup, one, isText) === true
    for (const schema of [this.#universe.both(sub, sup), sup]) {
      const found = this.smallestOf(schema)
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      const near = found && isObject ? { ...Object(found.value), ...value } : found?.value
      if (isValid(near)) yield near
      if (found && isValid(found.value)) return yield found.value
    }
    for (const one of this.edgesOf(sub, sup, 100)) if (isValid(one)) return yield one
  }

  /** The schemas of the same value that hold in a branch or under a condition, each alone. */
  *#partsWithin(schema: unknown, depth = 0): Generator<unknown> {
    if (depth > 3) return
    const { node, demands } = this.#comparison.shapeOf(schema)
    for (const part of [
      ...['anyOf', 'oneOf', 'if', 'then', 'else'].flatMap((key) => [node[key] ?? []].flat()),
      ...demands,
    ]) {
      yield part
      yield* this.#partsWithin(part, depth + 1)
    }
  }

  /** Whether all members of a value are documented and sent by this side, or have a name that the schema leaves open. */
  #isHonest(schema: unknown, value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return true
    const all = [schema, ...this.#partsWithin(schema)].map((part) => this.#comparison.shapeOf(part))
    if (Array.isArray(value))
      return value.every((one, index) =>
        this.#isHonest(this.#universe.both(...all.map((shape) => shape.element(index))), one),
      )
    const isFreeForm = all.every(({ names, others }) => names.size + others.length === 0)
    return Object.entries(value).every(([name, member]) => {
      const found = all.flatMap((shape) => shape.member(name) ?? [])
      const isNamed = found.length > 0 || all.some(({ required }) => required.has(name))
      const isSent = !all.some((shape) => shape.isUnsent(name))
      return isSent && (isNamed || isFreeForm) && this.#isHonest(this.#universe.both(...found), member)
    })
  }
}

/** Whether a value shows a difference about a member: the member is missing, or there where it must not be. */
function concerns(aspect: string, name: string, value: unknown): boolean {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  return aspect === 'member-closed' || aspect === 'member-name' ? isThere : !isThere
}

/** The message with another value at a place, or without that member or element. */
function changed(message: unknown, path: readonly Step[], ...values: unknown[]): unknown {
  if (path.length === 0) return values[0]
  const copy = structuredClone(message)
  const container = path.slice(0, -1).reduce<unknown>((at, step) => Object(at)[step], copy)
  const step = path.at(-1) ?? ''
  if (values.length > 0) setOwn(Object(container), String(step), values[0])
  else if (Array.isArray(container)) container.splice(Number(step), 1)
  else delete Object(container)[step]
  return copy
}

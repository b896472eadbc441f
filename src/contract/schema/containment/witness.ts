import { setOwn } from '../../json-pointer.ts'
import { type Edge, keywordsOf, type Step, type Suspicion } from './compare.ts'
import { takes } from './text-values.ts'
import type { Conjunction, Universe } from './universe.ts'
import { edgesAt, isHonest, smallestOf } from './values.ts'

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

const maxValues = 1500
const maxMessages = 40

/** Confirms suspicions by values. */
export class WitnessFinder {
  readonly #universe: Universe
  readonly #smallest = new Map<string, { value: unknown } | undefined>()

  constructor(universe: Universe) {
    this.#universe = universe
  }

  /**
   * @param alone only values that nothing but this difference refuses
   * @returns undefined if no value shows the difference
   */
  find({ difference, chain }: Suspicion, alone: boolean): Witness | undefined {
    const [root, place] = [chain[0], chain.at(-1)]
    if (!root || !place || difference.aspect === 'unread') return undefined
    const relaxed = this.#universe.relax(place.sup, keywordsOf(difference))
    let messages = 0
    for (const value of this.#valuesAt(place, difference)) {
      if (
        this.#universe.accepts(place.sub, value) !== true ||
        takes(this.#universe, place.sup, value, place.isText) !== false
      )
        continue
      if (!isHonest(place.sub, value, this.#universe)) continue
      if (difference.name !== undefined && !concerns(difference.aspect, difference.name, value)) continue
      if (alone && takes(this.#universe, relaxed, value, place.isText) !== true) continue
      const witness = this.#embed(root, chain, value)
      if (witness) return witness
      messages += 1
      if (messages >= maxMessages) return undefined
    }
    return undefined
  }

  /** The twin alone: a small message that both sides accept. */
  commonMessage(sub: Conjunction, sup: Conjunction): { value: unknown } | undefined {
    return this.#smallestOf(this.#universe.join(sub, sup))
  }

  *samplesOf(sub: Conjunction, sup: Conjunction): Generator<unknown> {
    const both = this.#universe.join(sub, sup)
    for (const value of this.#edges(both, both)) if (this.#universe.accepts(both, value) === true) yield value
  }

  #smallestOf(conjunction: Conjunction): { value: unknown } | undefined {
    const key = this.#universe.keyOf(conjunction)
    if (!this.#smallest.has(key)) this.#smallest.set(key, smallestOf(conjunction, this.#universe))
    return this.#smallest.get(key)
  }

  *#edges(sub: Conjunction, sup: Conjunction): Generator<unknown> {
    let count = 0
    for (const value of edgesAt(sub, sup, this.#universe)) {
      yield value
      count += 1
      if (count >= maxValues) return
    }
  }

  *#valuesAt({ sub, sup }: Edge, { values, name }: Suspicion['difference']): Generator<unknown> {
    yield* values
    if (name !== undefined) {
      for (const conjunction of [this.#universe.join(sub, sup), sub]) {
        const whole = this.#smallestOf(conjunction)?.value
        if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) continue
        yield Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name))
        yield whole
      }
      const having = this.#smallestOf(this.#universe.having(sub, name))
      if (having) yield having.value
    }
    yield* this.#edges(sub, sup)
  }

  #embed(root: Edge, chain: readonly Edge[], value: unknown): Witness | undefined {
    const path = chain.flatMap(({ step }) => (step === undefined ? [] : [step]))
    const places = chain
      .slice(
        Math.max(
          0,
          chain.findLastIndex(({ step }) => step !== undefined),
        ),
      )
      .reverse()
    for (const isCommon of [true, false]) {
      const wrap = this.#wrapper(chain, isCommon)
      if (!wrap) continue
      const message = wrap(value)
      if (
        this.#universe.accepts(root.sub, message) !== true ||
        !isHonest(root.sub, message, this.#universe) ||
        takes(this.#universe, root.sup, message, root.isText) !== false
      )
        continue
      const isValid = (twin: unknown) =>
        this.#universe.accepts(root.sub, twin) === true && takes(this.#universe, root.sup, twin, root.isText) === true
      const twins = [
        ...places.flatMap((place) => this.#twinOf(place, value) ?? []).map((inner) => wrap(inner.value)),
        ...withoutPlace(message, path),
      ]
      const twin = twins.find(isValid)
      return { message, path, value, ...(twin !== undefined && { twin }) }
    }
    return undefined
  }

  /** A value that is valid on both sides; for an object, with as much of the other value as can be kept. */
  #twinOf({ sub, sup, isText }: Edge, value: unknown): { value: unknown } | undefined {
    const both = this.#universe.join(sub, sup)
    const isValid = (one: unknown) =>
      this.#universe.accepts(sub, one) === true && takes(this.#universe, sup, one, isText) === true
    const found = this.#smallestOf(both)
    if (found && typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const near = { ...Object(found.value), ...value }
      if (isValid(near)) return { value: near }
    }
    if (found) return found
    for (const one of this.#edges(sub, sup)) if (isValid(one)) return { value: one }
    return undefined
  }

  /** Puts a value into the smallest message around its place. */
  #wrapper(chain: readonly Edge[], isCommon: boolean): ((value: unknown) => unknown) | undefined {
    let wrap = (value: unknown) => value
    for (const [index, edge] of chain.entries()) {
      const { step } = edge
      const around = chain[index - 1]
      if (step === undefined || !around) continue
      const base = this.#containerOf(isCommon ? this.#universe.join(around.sub, around.sup) : around.sub, step)
      if (!base) return undefined
      const outer = wrap
      wrap = (value) => {
        const copy: unknown[] | object = Array.isArray(base) ? [...base] : { ...base }
        setOwn(copy, String(step), value)
        return outer(copy)
      }
    }
    return wrap
  }

  #containerOf(conjunction: Conjunction, step: Step): unknown[] | object | undefined {
    const universe = this.#universe
    const isList = typeof step === 'number'
    const typed = universe.ofType(conjunction, isList ? 'array' : 'object')
    const having = isList ? universe.havingItems(typed, step + 1) : universe.having(typed, step)
    const made = this.#smallestOf(having) ?? this.#smallestOf(typed)
    return made && Object(made.value)
  }
}

/** Whether a value shows a difference about a member: the member is missing, or there where it must not be. */
function concerns(aspect: string, name: string, value: unknown): boolean {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  return aspect === 'member-closed' ? isThere : !isThere
}

/** The message without the member or element at a place, and without those around it. */
function* withoutPlace(message: unknown, path: readonly Step[]): Generator<unknown> {
  for (let length = path.length; length > 0; length--) {
    const copy = structuredClone(message)
    const container = path.slice(0, length - 1).reduce<unknown>((at, step) => Object(at)[step], copy)
    const step = path[length - 1] ?? ''
    if (Array.isArray(container)) container.splice(Number(step), 1)
    else delete Object(container)[step]
    yield copy
  }
}

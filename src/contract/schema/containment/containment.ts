import { Comparison, type Difference, keywordsOf, type Pair, type Suspicion } from './compare.ts'
import { type Sides, Universe } from './universe.ts'
import { type Witness, WitnessFinder } from './witness.ts'

export type { Aspect, Difference, Suspicion } from './compare.ts'
export { aspects } from './compare.ts'
export type { Witness } from './witness.ts'

/** A place at which a reader may refuse what a sender may send. */
export interface Finding {
  difference: Difference
  /** Undefined where neither structure nor a value decides. */
  witness?: Witness
  suspicion: Suspicion
  /** The schemas of either document at the place, and the keyword of the one that has it. */
  schemas: Record<'sent' | 'read', { schema: object; keyword?: string } | undefined>
  /** Equal for one pair of schemas in several messages. */
  key: string
}

/** Compares what one side sends with what the other side reads. */
export class Containment {
  readonly #universe: Universe
  readonly #comparison: Comparison
  readonly #finder: WitnessFinder
  readonly #witnesses = new Map<string, Finding>()

  /** @param incomplete schemas of either document of which a part was left out when it was read */
  constructor(sides: Sides, incomplete: WeakSet<object> = new WeakSet()) {
    this.#universe = new Universe(sides, incomplete)
    this.#comparison = new Comparison(this.#universe)
    this.#finder = new WitnessFinder(this.#universe)
  }

  /**
   * The places at which the reader may refuse a message. No finding means that it is proven to accept all of an honest sender.
   *
   * @param isText all scalars are text on the wire, as in parameters, forms and XML
   */
  compare(sent: unknown, read: unknown, isText = false): Finding[] {
    const pair: Pair = { sub: this.#universe.take(sent, 'sent'), sup: this.#universe.take(read, 'read'), isText }
    const suspicions = this.#comparison.suspicionsOf(pair)
    const places = Map.groupBy(suspicions, ({ chain }) => chain.at(-1) ?? pair)
    return [...places].flatMap(([place, found]) => this.#confirm(this.#comparison.keyOf(place), found))
  }

  #confirm(place: string, suspicions: readonly Suspicion[]): Finding[] {
    const findings = suspicions.map((suspicion): Finding => {
      const { difference } = suspicion
      const key = `${place} ${difference.aspect} ${difference.name ?? ''} ${Object.values(difference.detail)}`
      const known = this.#witnesses.get(key)
      if (known?.witness) return { ...known, suspicion }
      // What the sender sends is not known where a part of its schema is not read.
      const isKnown = !suspicion.chain.some(({ sub }) => this.#comparison.shapeOf(sub).isIncomplete)
      const witness = isKnown ? this.#finder.find(suspicion, true) : undefined
      const finding = { difference, suspicion, key, schemas: this.#schemasOf(suspicion), ...(witness && { witness }) }
      this.#witnesses.set(key, finding)
      return finding
    })
    // What no value shows alone, where another value is refused already, is a part of that.
    const shown = findings.filter(({ witness }) => witness)
    if (shown.length > 0) return shown
    // Several keywords of one place may refuse each value together.
    const joint = findings.flatMap((finding) => {
      if (finding.suspicion.chain.some(({ sub }) => this.#comparison.shapeOf(sub).isIncomplete)) return []
      const witness = this.#finder.find(finding.suspicion, false)
      return witness ? [{ ...finding, witness }] : []
    })
    return joint.length > 0 ? joint.slice(0, 1) : findings
  }

  #schemasOf({ difference, chain }: Suspicion): Finding['schemas'] {
    const place = chain.at(-1)
    const find = (parts: readonly Record<string, unknown>[] = []) => {
      const schemas = parts.map((part) => this.#universe.form.sourceOf(part))
      const keywords = keywordsOf(difference)
      const has = (schema: Record<string, unknown>) => keywords.find((keyword) => Object.hasOwn(schema, keyword))
      const schema = schemas.find(has) ?? schemas[0]
      const keyword = schema && has(schema)
      return schema && { schema, ...(keyword !== undefined && { keyword }) }
    }
    return { sent: find(place?.sub), read: find(place?.sup) }
  }

  /** A small message that a sender may send and a reader accepts; undefined if none is found. */
  commonMessage(sent: unknown, read: unknown): { value: unknown } | undefined {
    return this.#finder.commonMessage(this.#universe.take(sent, 'sent'), this.#universe.take(read, 'read'))
  }

  /** Some values that a sender may send and a reader accepts. */
  *samplesOf(sent: unknown, read: unknown): Generator<unknown> {
    yield* this.#finder.samplesOf(this.#universe.take(sent, 'sent'), this.#universe.take(read, 'read'))
  }
}

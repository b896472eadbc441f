import { Comparison, type Pair, type Suspicion } from './compare.ts'
import { type Aspect, type Difference, keywordsOf } from './difference.ts'
import { type Sides, Universe } from './universe.ts'
import { type Witness, WitnessFinder } from './witness.ts'

export { aspects } from './difference.ts'
export type { Aspect, Difference, Suspicion, Witness }

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
  /** What is shown at a pair of schemas. */
  readonly #shown = new Map<number, Finding[]>()
  /** By their outermost pair. */
  readonly #results = new Map<number, Finding[]>()

  /** @param incomplete schemas of either document of which a part was left out when it was read */
  constructor(sides: Sides, incomplete: WeakSet<object> = new WeakSet()) {
    this.#universe = new Universe(sides, incomplete)
    this.#comparison = new Comparison(this.#universe)
    this.#finder = new WitnessFinder(this.#universe, this.#comparison)
  }

  /**
   * The places at which the reader may refuse a message. No finding means that it is proven to accept all of an honest sender.
   *
   * @param isText all scalars are text on the wire, as in parameters, forms and XML
   */
  compare(sent: unknown, read: unknown, isText = false): Finding[] {
    const pair: Pair = { sub: this.#universe.take(sent, 'sent'), sup: this.#universe.take(read, 'read'), isText }
    const key = this.#comparison.keyOf(pair)
    const known = this.#results.get(key)
    if (known) return known
    const places = Map.groupBy(this.#comparison.suspicionsOf(pair), ({ chain }) => chain.at(-1) ?? pair)
    const results = [...places].flatMap(([place, found]) => this.#confirm(this.#comparison.keyOf(place), found))
    this.#results.set(key, results)
    return results
  }

  #confirm(place: number, suspicions: readonly Suspicion[]): Finding[] {
    const [{ chain = [] } = {}] = suspicions
    const known = this.#shown.get(place)
    if (known) return known.map((one) => ({ ...one, suspicion: { ...one.suspicion, chain } }))
    const findings = suspicions.map((suspicion): Finding => {
      const { aspect, name = '', detail } = suspicion.difference
      const key = `${place} ${aspect} ${name} ${Object.values(detail)}`
      return this.#shownBy(
        { difference: suspicion.difference, suspicion, key, schemas: this.#schemasOf(suspicion) },
        true,
      )
    })
    let shown = findings.filter(({ witness }) => witness)
    // Several keywords of one place may refuse each value together.
    for (const finding of shown.length > 0 ? [] : findings) {
      shown = [this.#shownBy(finding, false)].filter(({ witness }) => witness)
      if (shown.length > 0) break
    }
    if (shown.length === 0) return findings
    // What no value shows alone, where another value is refused already, is a part of that.
    this.#shown.set(place, shown)
    return shown
  }

  /** @param alone only by values that nothing but this difference refuses */
  #shownBy(finding: Finding, alone: boolean): Finding {
    // What the sender sends is not known where a part of its schema is not read.
    const isUnknown = finding.suspicion.chain.some(({ sub }) => this.#comparison.shapeOf(sub).isIncomplete)
    const witness = isUnknown ? undefined : this.#finder.find(finding.suspicion, alone)
    return witness ? { ...finding, witness } : finding
  }

  #schemasOf({ difference, chain }: Suspicion): Finding['schemas'] {
    const find = (place: unknown) => {
      const schemas = [...this.#universe.originsOf(place)]
      const keywordOf = (schema: object) => keywordsOf(difference).find((keyword) => Object.hasOwn(schema, keyword))
      const schema = schemas.find(keywordOf) ?? schemas[0]
      const keyword = schema && keywordOf(schema)
      return schema && { schema, ...(keyword !== undefined && { keyword }) }
    }
    return { sent: find(chain.at(-1)?.sub), read: find(chain.at(-1)?.sup) }
  }

  /** A small message that a sender may send and a reader accepts; undefined if none is found. */
  commonMessage(sent: unknown, read: unknown): { value: unknown } | undefined {
    return this.#finder.smallestOf(this.#both(sent, read))
  }

  /** Some values that a sender may send and a reader accepts. */
  *samplesOf(sent: unknown, read: unknown): Generator<unknown> {
    const both = this.#both(sent, read)
    for (const value of this.#finder.edgesOf(both, both)) if (this.#universe.accepts(both, value) === true) yield value
  }

  #both(sent: unknown, read: unknown): unknown {
    return this.#universe.both(this.#universe.take(sent, 'sent'), this.#universe.take(read, 'read'))
  }
}

import { below, type DocumentNode, isMapping, isObject, valueAt } from '../../contract/json-pointer.ts'
import { Containment, type Finding } from '../../contract/schema/containment/containment.ts'
import type { ChangeOptions } from './change-list.ts'
import type { Exchange } from './exchange.ts'
import { kindOfAspect, kinds, type Side } from './kinds.ts'
import { MeaningComparison } from './meaning.ts'

/** A document in the form of `readDocument`. */
export interface ComparedDocument {
  document: DocumentNode
  leftOut: readonly { pointer: string; reason: string; isReference?: boolean }[]
}

/** A change of a pair of schemas. */
interface SchemaChange {
  kind: string
  /** Where in the value: `/status`. */
  at: string
  detail: string
  options: ChangeOptions
}

/** Who sends a message, and how an exchange with this value in it looks. */
interface Sending {
  side: Side
  exchangeOf: (value: unknown) => Exchange
}

/** Compares the schemas of two revisions of a document. */
export class SchemaComparison {
  readonly #before: DocumentNode
  readonly #now: DocumentNode
  readonly #meaning: MeaningComparison
  readonly #incomplete: WeakSet<object>
  readonly #containments = new Map<string, Containment>()
  #index: WeakMap<object, string> | undefined

  constructor(before: ComparedDocument, now: ComparedDocument) {
    this.#before = before.document
    this.#now = now.document
    this.#meaning = new MeaningComparison(before.document, now.document)
    this.#incomplete = new WeakSet([...incompleteIn(before), ...incompleteIn(now)])
  }

  /** @param isText the values are sent as text, in which a number and its digits are the same */
  *compare(before: unknown, now: unknown, isText: boolean, sending: Sending): Generator<SchemaChange> {
    const { side } = sending
    const [sent, read] = side === 'request' ? [before, now] : [now, before]
    const all = this.#containment(side).compare(sent, read, isText)
    // Alternatives that lead to one place tell it several times.
    const broken = new Set(all.filter(({ witness }) => witness).map(placeOf))
    const told = new Set<string>()
    for (const finding of all) {
      const text = `${placeOf(finding)} ${finding.witness ? Object.values(finding.difference.detail) : ''}`
      if (!told.has(text) && (finding.witness || !broken.has(placeOf(finding))))
        yield this.#changeOf(finding, sending, false)
      told.add(text)
    }
    for (const finding of this.#containment(`${side} back`).compare(read, sent, isText))
      if (finding.witness && !broken.has(placeOf(finding))) yield this.#changeOf(finding, sending, true)
    for (const { kind, at, detail, key } of this.#meaning.compare(before, now, side)) {
      // A text that is coded as the older revision says: base64 of one letter.
      const isCoding = kinds.get(kind)?.level === 'breaking'
      const value = isCoding && at !== '' ? this.sampleOf(before)?.value : 'eA=='
      yield { kind, at, detail, options: { key, exchange: isCoding ? sending.exchangeOf(value) : undefined } }
    }
  }

  /** A value of a schema. */
  sampleOf(schema: unknown = true): { value: unknown } | undefined {
    return this.#containment('request').commonMessage(schema, schema)
  }

  /** Values of both schemas. */
  samplesOf(before: unknown, now: unknown): Iterable<unknown> {
    return this.#containment('request').samplesOf(before, now)
  }

  takes(schema: unknown, value: unknown): boolean {
    return !this.#containment('request')
      .compare({ const: value }, schema, true)
      .some(({ witness }) => witness)
  }

  #changeOf(finding: Finding, { side, exchangeOf }: Sending, isBack: boolean): SchemaChange {
    const { difference, witness } = finding
    // Requests narrow if the older revision's sender is refused.
    const isNarrower = (side === 'request') !== isBack
    const effect = !witness && !isBack ? 'undecided' : isNarrower ? 'narrowed' : 'widened'
    const here = finding.schemas[(side === 'request') === isBack ? 'sent' : 'read']
    const found = here && this.#pointers.get(here.schema)
    return {
      kind: kindOfAspect(side, difference.aspect, effect),
      at: pathOf(finding) + (difference.name === undefined ? '' : below('', difference.name)),
      detail: describe(difference, isNarrower),
      options: {
        key: `${isBack} ${finding.key}`,
        ...(witness && {
          shown: () => ({
            exchange: exchangeOf(witness.message),
            twin: witness.twin === undefined ? undefined : exchangeOf(witness.twin),
          }),
        }),
        ...(found !== undefined && { pointer: here?.keyword === undefined ? found : below(found, here.keyword) }),
      },
    }
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
}

export function schemasOf(document: DocumentNode): Record<string, unknown> {
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

/** `maximum 10 → 5`, the older revision first. */
function describe({ detail: { of, sent, read } }: Finding['difference'], isOlderSent: boolean): string {
  if (sent === undefined || read === undefined) return of
  return `${of && `${of} `}${isOlderSent ? `${sent} → ${read}` : `${read} → ${sent}`}`
}

function pathOf({ suspicion }: Pick<Finding, 'suspicion'>): string {
  return below('', ...suspicion.chain.flatMap(({ step }) => (step === undefined ? [] : [step])))
}

function placeOf(finding: Finding): string {
  return `${pathOf(finding)} ${finding.difference.aspect} ${finding.difference.name ?? ''}`
}

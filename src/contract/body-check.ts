import { below, type DocumentNode, nodeAt } from './json-pointer.ts'
import { assertParsable, JsonValueSplitter, type ValueBytes } from './json-values.ts'
import { findMediaType, parseMediaType } from './media-type.ts'
import { nearestProvenance } from './provenance.ts'
import type { Side } from './schema/schemas.ts'
import type { ValueCheck } from './value-check.ts'
import { defaultMaxViolations, limitViolations, preview, type Violation } from './violation.ts'
import { type BodyKind, bodyKindOf, compileBody, type ReadBody } from './wire/body.ts'
import { pointerView, schemaPointer } from './wire/schema-views.ts'

/** What is documented for the body that follows a head. */
export interface BodyRule {
  /** Pointer of its schema; undefined when the contract has none. */
  schema: string | undefined
  /** How to read it; `nothing` when no body is documented. */
  kind: Exclude<BodyKind, 'bytes'> | 'json-sequence' | 'nothing'
  /** Value of `Content-Type`. */
  contentType: string
  /** Nodes whose provenance applies when no schema has one, nearest first: of the media type, if there is one. */
  around: readonly string[]
  side: Side
}

/** The verdict on a head, and the rule for the body after it. */
export interface CheckedHead {
  violations: Violation[]
  /** Undefined when the body is not checked. */
  body: BodyRule | undefined
}

/**
 * The rule for a body of a media type.
 *
 * @param documented pointers of media type objects, by media type
 * @param given value of `Content-Type`
 */
export function findBodyRule(
  document: DocumentNode,
  documented: ReadonlyMap<string, string>,
  { given, around, side }: Pick<BodyRule, 'around' | 'side'> & { given: string | undefined },
): CheckedHead {
  const key = given === undefined ? undefined : findMediaType(documented.keys(), given, side === 'request')
  const media = documented.get(key ?? '')
  if (given === undefined || media === undefined) {
    const violation = { at: 'header content-type', expected: oneOf([...documented.keys()]), seen: preview(given) }
    return { violations: [{ ...violation, ...nearestProvenance(document, around) }], body: undefined }
  }
  const essence = parseMediaType(given) ?? ''
  const isSequence =
    nodeAt(document, media)?.['x-json-sequence'] === true || /^application\/(x-ndjson|jsonl|json-seq)$/.test(essence)
  const kind = isSequence ? ('json-sequence' as const) : bodyKindOf(essence)
  if (kind === 'bytes') return { violations: [], body: undefined }
  const rule = { schema: schemaPointer(document, media), kind, contentType: given, around: [media, ...around], side }
  return { violations: [], body: rule }
}

/** `integer`, `one of 200, 404` */
export function oneOf(names: readonly string[]): string {
  return names.length === 1 ? String(names[0]) : `one of ${names.join(', ')}`
}

/**
 * What is wrong with a body.
 *
 * @throws {RangeError} for a body that is nested too deeply to be checked
 */
export type BodyCheck = (rule: BodyRule, body: string | Uint8Array, max?: number) => Violation[]

/** Compares bodies with one contract. */
export function createBodyCheck(document: DocumentNode, values: Readonly<Record<Side, ValueCheck>>): BodyCheck {
  const readers = new Map<string, ReturnType<typeof compileBody>>()
  return (rule, body, max = defaultMaxViolations) => {
    const { schema, kind, around, side } = rule
    const bytes = Buffer.from(body as string)
    const violationAt = (at: string, expected: string, seen?: string): Violation => ({
      at,
      expected,
      seen: seen ?? (at === '' ? preview(bytes.toString()) : 'another'),
      ...nearestProvenance(document, around),
    })
    if (kind === 'nothing') return bytes.length === 0 ? [] : [violationAt('', 'no body')]
    if (kind === 'json' || kind === 'json-sequence') assertParsable(bytes.toString())
    const read = kind === 'json-sequence' ? sequenceIn(bytes, rule) : [readBody(bytes, rule)]
    const isSequence = kind === 'json-sequence'
    if (!read) return [violationAt('', 'JSON values one after another')]
    const violations: Violation[] = []
    for (const one of read) {
      if (!('value' in one)) return [violationAt('', isSequence ? 'JSON values one after another' : one.expected)]
      violations.push(
        ...one.faults.map(({ name, expected, observed }) => violationAt(below('', name), expected, observed)),
      )
      if (schema !== undefined) violations.push(...values[side].checkValue(schema, one.value, around, max + 1))
      if (violations.length > max) break
    }
    return limitViolations(violations, max)
  }

  function readBody(bytes: Uint8Array, { schema, around: [media = ''], side, contentType }: BodyRule): ReadBody {
    const key = `${side} ${media}`
    const read =
      readers.get(key) ??
      compileBody(pointerView(document, values[side].accepts), nodeAt(document, media) ?? {}, schema, {
        isBounded: false,
      })
    readers.set(key, read)
    return read(bytes, contentType)
  }

  /** The values in a text, one after another; undefined if something else is between them. */
  function sequenceIn(bytes: Uint8Array, rule: BodyRule): ReadBody[] | undefined {
    const splitter = new JsonValueSplitter(Number.POSITIVE_INFINITY)
    const found: ReadBody[] = []
    const keep = ({ bytes = new Uint8Array() }: ValueBytes) =>
      void found.push(readBody(bytes, { ...rule, contentType: 'application/json' }))
    const isRead = splitter.read(bytes, 0, keep) === bytes.length
    splitter.end(keep)
    return isRead && !splitter.isOpen ? found : undefined
  }
}

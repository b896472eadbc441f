import { getOrAdd } from '../memoize.ts'
import { below, type DocumentNode } from './json-pointer.ts'
import { assertParsable } from './json-values.ts'
import { findMediaType, parseMediaType } from './media-type.ts'
import { nearestProvenance } from './provenance.ts'
import type { Side } from './schema/schemas.ts'
import type { ValueCheck } from './value-check.ts'
import { limitViolations, maxViolations, preview, type Violation } from './violation.ts'
import { type BodyKind, bodyKindOf, compileBody, type ReadBody } from './wire/body.ts'
import { pointerView, schemaPointer } from './wire/schema-views.ts'
import {
  compileItem,
  itemSchemasOf,
  type SchemaValue,
  type SequenceKind,
  sequenceFault,
  sequenceKindOf,
  splitterOf,
} from './wire/sequence.ts'

/** What is documented for the body that follows a head. */
export interface BodyRule {
  /** Pointer of its Media Type Object; undefined when no body is documented. */
  media: string | undefined
  /** How to read it; `nothing` when no body is documented. */
  kind: Exclude<BodyKind, 'bytes'> | SequenceKind | 'nothing'
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
 * @param isLenient whether a similar media type will do; default: in a request
 */
export function findBodyRule(
  document: DocumentNode,
  documented: ReadonlyMap<string, string>,
  {
    given,
    around,
    side,
    isLenient = side === 'request',
  }: Pick<BodyRule, 'around' | 'side'> & { given: string | undefined; isLenient?: boolean },
): CheckedHead {
  const key = given === undefined ? undefined : findMediaType(documented.keys(), given, isLenient)
  const media = documented.get(key ?? '')
  if (given === undefined || media === undefined) {
    const violation = { at: 'header content-type', expected: oneOf([...documented.keys()]), seen: preview(given) }
    return { violations: [{ ...violation, ...nearestProvenance(document, around) }], body: undefined }
  }
  const essence = parseMediaType(given) ?? ''
  const view = pointerView(document, () => true)
  const schemas = () => itemSchemasOf(view, media, schemaPointer(document, media))
  const kind = sequenceKindOf(view.nodeOf(media), schemas, essence) ?? bodyKindOf(essence)
  if (kind === 'bytes') return { violations: [], body: undefined }
  return { violations: [], body: { media, kind, contentType: given, around: [media, ...around], side } }
}

/** `integer`, `one of 200, 404` */
export function oneOf(names: readonly string[]): string {
  return names.length === 1 ? String(names[0]) : `one of ${names.join(', ')}`
}

/** Checks the items of a body as they come, and keeps none of them. */
export interface ItemCheck {
  /** What is wrong so far; places are those of elements of a list. */
  readonly found: readonly Violation[]
  /** @returns false when nothing that follows can be checked */
  write(chunk: Uint8Array): boolean
  /** @param complete the body came to its end */
  end(complete: boolean): void
}

/** Compares bodies with one contract. They throw a RangeError for a value that is nested too deeply to be checked. */
export interface BodyChecks {
  /** What is wrong with a body. */
  checkBody(rule: BodyRule, body: string | Uint8Array): Violation[]
  /** What is wrong with a value that is to be written as the body of a rule. Items are judged one by one; a text may be written already. */
  checkUnwritten(rule: BodyRule, value: unknown): Violation[]
  /** Checks the body of a rule whose kind is a sequence; undefined for another. */
  checkItems(rule: BodyRule): ItemCheck | undefined
}

/** A list that its own schema judges is kept until its end, if it is not longer. */
const maxKept = 10_000

export function createBodyChecks(document: DocumentNode, values: Readonly<Record<Side, ValueCheck>>): BodyChecks {
  const readers = new Map<string, ReturnType<typeof compileBody>>()
  const schemas = new Map<string, string | undefined>()
  const views = {
    request: pointerView(document, values.request.accepts),
    response: pointerView(document, values.response.accepts),
  }
  return { checkBody, checkUnwritten, checkItems }

  function checkBody(rule: BodyRule, body: string | Uint8Array): Violation[] {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    if (rule.kind === 'nothing') return bytes.length === 0 ? [] : [fault(rule, '', 'no body', bytes)]
    const items = checkItems(rule)
    if (items) {
      if (items.write(bytes)) items.end(true)
      return limitViolations([...items.found])
    }
    if (rule.kind === 'json') assertParsable(Buffer.from(bytes).toString())
    const read = readBody(bytes, rule)
    if (!('value' in read)) return [fault(rule, '', read.expected, bytes)]
    const ofFields = read.faults.map(({ name, expected, observed }) =>
      fault(rule, below('', name), expected, observed ?? 'another'),
    )
    return limitViolations([...ofFields, ...judge(rule, read)])
  }

  function checkUnwritten(rule: BodyRule, value: unknown): Violation[] {
    const { media, kind, side } = rule
    if (media === undefined) return []
    const isOfItems = kind === 'json-sequence' || kind === 'events'
    // Other texts are written already, and no reader is sure of them.
    if (typeof value === 'string' && kind !== 'json') return kind === 'text' || isOfItems ? checkBody(rule, value) : []
    const schema = getOrAdd(schemas, media, () => schemaPointer(document, media))
    const ofWhole = (one: string | undefined) => (one === undefined ? [] : [{ schema: one, value, at: '' }])
    if (!Array.isArray(value) || !(isOfItems || kind === 'multipart')) return judge(rule, { judged: ofWhole(schema) })
    const { own, whole } = itemSchemasOf(views[side], media, schema)
    const each = own === undefined ? [] : value.map((one, at) => ({ schema: own, value: one, at: below('', at) }))
    return limitViolations(judge(rule, { judged: [...each, ...ofWhole(whole)] }))
  }

  function checkItems(rule: BodyRule): ItemCheck | undefined {
    const { media, kind, side } = rule
    if (media === undefined || (kind !== 'json-sequence' && kind !== 'events')) return undefined
    const schemas = itemSchemasOf(views[side], media, schemaPointer(document, media))
    const readItem = compileItem(views[side], schemas, { isBounded: false })
    const found: Violation[] = []
    const kept: unknown[] = []
    let index = 0
    const splitter = splitterOf(kind, (item) => {
      const at = below('', index++)
      // A stream may go on for ever and repeat the same fault.
      if (found.length > maxViolations) return
      const read = readItem(item, at)
      if (read && !('value' in read)) found.push(fault(rule, at, read.expected, String(item)))
      else if (read) {
        found.push(...judge(rule, read))
        if (schemas.whole !== undefined && kept.length <= maxKept) kept.push(read.value)
      }
    })
    let isBroken = false
    const check = (isRight: boolean) => {
      if (!isRight && !isBroken) found.push(fault(rule, '', sequenceFault[kind], 'something else'))
      isBroken ||= !isRight
      return isRight
    }
    return {
      found,
      write: (chunk) => check(splitter.write(chunk)),
      end(complete) {
        const { whole } = schemas
        check(splitter.end() || !complete)
        if (!isBroken && complete && whole !== undefined && kept.length <= maxKept)
          found.push(...judge(rule, { judged: [{ schema: whole, value: kept, at: '' }] }))
      },
    }
  }

  /** @param seen bytes or words about what is there */
  function fault({ around }: BodyRule, at: string, expected: string, seen: Uint8Array | string): Violation {
    const shown = typeof seen === 'string' ? seen : preview(Buffer.from(seen).toString())
    return { at, expected, seen: shown, ...nearestProvenance(document, around) }
  }

  function judge({ around, side }: BodyRule, { judged }: { judged: readonly SchemaValue[] }): Violation[] {
    const found: Violation[] = []
    for (const { schema, value, at } of judged) {
      const ofValue = values[side].checkValue(schema, value, around)
      found.push(...ofValue.map((violation) => ({ ...violation, at: at + violation.at })))
      if (found.length > maxViolations) break
    }
    return found
  }

  function readBody(bytes: Uint8Array, { media, side, contentType }: BodyRule): ReadBody {
    const key = `${side} ${media}`
    return getOrAdd(readers, key, () => compileBody(views[side], media, { isBounded: false }))(bytes, contentType)
  }
}

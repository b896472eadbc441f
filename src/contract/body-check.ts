import { parseJson } from '../json-text.ts'
import { below, type DocumentNode, nodeAt } from './json-pointer.ts'
import { assertParsable, JsonValueSplitter, type ValueBytes } from './json-values.ts'
import { isJson, parseMediaType } from './media-type.ts'
import { nearestProvenance } from './provenance.ts'
import type { Side } from './schema/schemas.ts'
import type { Accepts } from './schema/walk-schema.ts'
import type { ValueCheck } from './value-check.ts'
import { defaultMaxViolations, limitViolations, preview, type Violation } from './violation.ts'
import { compileForm, fieldsOfPairs } from './wire/form.ts'
import { pointerView } from './wire/schema-views.ts'
import { splitPairs } from './wire/style.ts'

/** What is documented for the body that follows a head. */
export interface BodyRule {
  /** Pointer of its schema; undefined when the contract has none. */
  schema: string | undefined
  /** How to read a text; `nothing` when no body is documented. */
  kind: 'json' | 'json-sequence' | 'form' | 'text' | 'nothing'
  /** Nodes whose provenance applies when no schema has one, nearest first. */
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
  const essence = given === undefined ? undefined : (parseMediaType(given) ?? given)
  const media = essence === undefined ? undefined : findMediaType(documented, essence)
  if (media === undefined) {
    const violation = { at: 'header content-type', expected: oneOf([...documented.keys()]), seen: preview(given) }
    return { violations: [{ ...violation, ...nearestProvenance(document, around) }], body: undefined }
  }
  const kind = kindOf(essence ?? '', nodeAt(document, media)?.['x-json-sequence'] === true)
  if (kind === 'multipart') return { violations: [], body: undefined }
  const schema = nodeAt(document, below(media, 'schema')) ? below(media, 'schema') : undefined
  return { violations: [], body: { schema, kind, around: [media, ...around], side } }
}

function findMediaType(documented: ReadonlyMap<string, string>, essence: string): string | undefined {
  const [type = ''] = essence.split('/')
  // A document may name parameters: `application/json; charset=utf-8`.
  const [named] = [...documented.keys()].filter((mediaType) => parseMediaType(mediaType) === essence)
  return documented.get(named ?? essence) ?? documented.get(`${type}/*`) ?? documented.get('*/*')
}

function kindOf(essence: string, isSequence: boolean): BodyRule['kind'] | 'multipart' {
  if (isSequence || /^application\/(x-ndjson|jsonl|json-seq)$/.test(essence)) return 'json-sequence'
  if (essence === 'application/x-www-form-urlencoded') return 'form'
  if (essence.startsWith('multipart/')) return 'multipart'
  return isJson(essence) ? 'json' : 'text'
}

/** `integer`, `one of 200, 404` */
export function oneOf(names: readonly string[]): string {
  return names.length === 1 ? String(names[0]) : `one of ${names.join(', ')}`
}

/**
 * What is wrong with the text of a body.
 *
 * @throws {RangeError} for a body that is nested too deeply to be checked
 */
export type BodyCheck = (rule: BodyRule, body: string, max?: number) => Violation[]

/** Compares bodies with one contract. */
export function createBodyCheck(document: DocumentNode, values: Readonly<Record<Side, ValueCheck>>): BodyCheck {
  return ({ schema, kind, around, side }, body, max = defaultMaxViolations) => {
    const { accepts, checkValue } = values[side]
    const violationAtRoot = (expected: string): Violation => ({
      at: '',
      expected,
      seen: preview(body),
      ...nearestProvenance(document, around),
    })
    if (kind === 'nothing') return body === '' ? [] : [violationAtRoot('no body')]
    if (kind === 'text' || kind === 'form') {
      if (schema === undefined) return []
      return checkValue(schema, kind === 'form' ? readForm(schema, body, around[0] ?? '', accepts) : body, around, max)
    }
    const parsed = kind === 'json' ? [parseBounded(body)] : parseSequence(body)
    if (parsed.includes(undefined)) return [violationAtRoot(kind === 'json' ? 'JSON' : 'JSON values one after another')]
    const violations: Violation[] = []
    for (const value of schema === undefined ? [] : parsed) {
      violations.push(...checkValue(schema ?? '', value, around, max + 1))
      if (violations.length > max) break
    }
    return limitViolations(violations, max)
  }

  function readForm(schema: string, body: string, media: string, accepts: Accepts): Record<string, unknown> {
    const pairs = splitPairs(body)
    const encodings = nodeAt(document, below(media, 'encoding')) ?? {}
    return compileForm(pointerView(document, accepts), schema, encodings)(fieldsOfPairs(pairs), pairs).value
  }
}

/** @throws {RangeError} for a text that is nested too deeply to be parsed */
function parseBounded(text: string): unknown {
  assertParsable(text)
  return parseJson(text)
}

/** The values in a text, one after another; undefined in the place of what is not JSON. */
function parseSequence(text: string): unknown[] {
  const splitter = new JsonValueSplitter(Number.POSITIVE_INFINITY)
  const texts: string[] = []
  const keep = ({ bytes }: ValueBytes) => void texts.push(new TextDecoder().decode(bytes))
  const encoded = new TextEncoder().encode(text)
  const isRead = splitter.read(encoded, 0, keep) === encoded.length
  splitter.end(keep)
  return isRead && !splitter.isOpen ? texts.map(parseBounded) : [undefined]
}

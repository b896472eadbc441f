import { below, type DocumentNode, nodeAt } from './json-pointer.ts'
import { isJson, parseMediaType } from './media-type.ts'
import { nearestProvenance } from './provenance.ts'
import { preview, type Violation } from './violation.ts'

/** What is documented for the body that follows a head. */
export interface BodyRule {
  /** Pointer of its schema; undefined when the contract has none. */
  schema: string | undefined
  /** How to read a text; `nothing` when no body is documented. */
  kind: 'json' | 'json-sequence' | 'form' | 'text' | 'nothing'
  /** Nodes whose provenance applies when no schema has one, nearest first. */
  around: readonly string[]
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
  { given, around }: { given: string | undefined; around: readonly string[] },
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
  return { violations: [], body: { schema, kind, around: [media, ...around] } }
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

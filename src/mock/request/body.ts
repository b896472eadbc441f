import { type InvalidPart, Refusal } from '../../behaviour/refusal.ts'
import { valueAt } from '../../contract/json-pointer.ts'
import { findMediaType, parseMediaType } from '../../contract/media-type.ts'
import { compileBody } from '../../contract/wire/body.ts'
import type { Unreadable } from '../../contract/wire/json.ts'
import type { SchemaValue } from '../../contract/wire/sequence.ts'
import { memoize } from '../../memoize.ts'
import { type MessageSchemas, mustBe, violationOf, wideIntegers } from './parameters.ts'

/** A body as a behaviour reads it, and what is wrong with it. */
export interface CheckedBody {
  value: unknown
  violations: readonly InvalidPart[]
}

/** Largest request body in bytes. It is above every documented limit, so that a caller can try these limits. */
export const maxBodyBytes: number = 64 * 1024 * 1024

/** Largest form. */
const maxFormBytes = 8 * 1024 * 1024

/** Most violations in one refusal: a caller fixes a few at a time. */
const maxViolations = 100

const nothing: CheckedBody = { value: undefined, violations: [] }
const missing: InvalidPart = { path: ['body'], message: 'Body parameter is required' }

/** Reads a body by its `Content-Type`. */
export type BodyReader = (body: Buffer | null, contentType: string | undefined) => CheckedBody | Refusal

/**
 * Compiles the reader of the bodies of one operation. A body without a media type is read as the first one that the operation documents.
 *
 * @param documented pointers of media type objects, by media type
 * @param hasInt64 whether the document has the format `int64` for this body; asked once
 */
export function compileBodyReader(
  of: MessageSchemas,
  documented: ReadonlyMap<string, string>,
  { isRequired, hasInt64 }: { isRequired: boolean; hasInt64: () => boolean },
): BodyReader {
  const [usual = ''] = documented.keys()
  const absent = isRequired && documented.size > 0 ? { value: undefined, violations: [missing] } : nothing
  const known = `Send the body as ${[...documented.keys()].join(', ')}.`
  const planOf = memoize((key: string) => compileMedia(of, documented.get(key), hasInt64))
  const readerOf = memoize((contentType: string): MediaReader | Refusal => {
    if (contentType !== '' && parseMediaType(contentType) === undefined)
      return new Refusal('unsupported-media-type', `'${contentType}' is not a media type.`)
    // A body that is documented without its media types may have any.
    const key = documented.size === 0 ? '' : findMediaType(documented.keys(), contentType, true)
    return key === undefined ? new Refusal('unsupported-media-type', known) : planOf(key)
  })

  return (body, contentType = usual) => {
    if (!body?.length) return absent
    const reader = readerOf(contentType)
    return reader instanceof Refusal ? reader : reader(body, contentType)
  }
}

type MediaReader = (body: Buffer, contentType: string) => CheckedBody | Refusal

/** @param pointer of the media type object, if the document has one */
function compileMedia(of: MessageSchemas, pointer: string | undefined, hasInt64: () => boolean): MediaReader {
  const { view, isDouble } = of
  const read = compileBody(view, pointer)
  const schemaAt = memoize((at: string) => valueAt(of.document, at))
  const isWide = isDouble && hasInt64()
  return (body, contentType) => {
    if (body.length > maxFormBytes && isForm(contentType))
      return new Refusal('payload-too-large', `A form has at most ${maxFormBytes} bytes.`)
    const found = read(body, contentType)
    if (!('value' in found)) return refusalOf(found)
    const { value, faults, judged } = found
    const unread = faults.map(({ name, expected }) => ({
      path: ['body', name],
      message: `Request body parameter ${name} ${mustBe(expected)}`,
    }))
    const errors = errorsOf(of, judged, schemaAt)
    if (errors === undefined) return refusalOf({ expected: 'a value of fewer levels' })
    const wide = isDouble ? wideIntegers(value, 'Request body property', ['body'], isWide) : []
    const invalid = errors.filter(({ path: [, name = ''] }) => !faults.some((fault) => fault.name === name))
    return { value, violations: [...unread, ...invalid, ...wide].slice(0, maxViolations) }
  }
}

/** Undefined for a value that is nested too deeply for its schema. */
function errorsOf(
  { schemas }: MessageSchemas,
  judged: readonly SchemaValue[],
  schemaAt: (pointer: string) => unknown,
): InvalidPart[] | undefined {
  try {
    return judged.flatMap(({ schema, value, at }) =>
      schemas
        .errors(schemaAt(schema), value, maxViolations)
        .map((error) => violationOf({ ...error, instancePath: at + error.instancePath }, 'body')),
    )
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function refusalOf({ expected, reason, fault }: Unreadable): Refusal {
  if (fault === 'media-type')
    return new Refusal('unsupported-media-type', 'The Content-Type of a multipart body names its boundary.')
  if (reason) return new Refusal('malformed-request', `The request body is not valid ${expected}: ${reason}.`)
  return new Refusal(
    fault === 'limit' ? 'invalid-request' : 'malformed-request',
    `The request body ${mustBe(expected)}.`,
  )
}

function isForm(contentType: string): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/)/i.test(contentType.trim())
}

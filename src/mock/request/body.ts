import { type InvalidPart, Refusal } from '../../behaviour/refusal.ts'
import { nodeAt, valueAt } from '../../contract/json-pointer.ts'
import { findMediaType, parseMediaType } from '../../contract/media-type.ts'
import { compileBody } from '../../contract/wire/body.ts'
import type { Unreadable } from '../../contract/wire/json.ts'
import { schemaPointer } from '../../contract/wire/schema-views.ts'
import { memoize } from '../memoize.ts'
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

/**
 * Compiles the reader of the bodies of one operation. A body without a media type is read as the first one that the operation documents.
 *
 * @param documented pointers of media type objects, by media type
 * @param hasInt64 whether the document has the format `int64` for this body
 */
export function compileBodyReader(
  of: MessageSchemas,
  documented: ReadonlyMap<string, string>,
  { isRequired, hasInt64 }: { isRequired: boolean; hasInt64: () => boolean },
): (body: Buffer | null, contentType: string | undefined) => CheckedBody | Refusal {
  const [usual] = documented.keys()
  const mediaOf = memoize((contentType: string) => {
    // A body that is documented without its media types may have any.
    if (documented.size === 0) return { read: compileBody(of.view, {}, undefined), schema: undefined }
    const key = findMediaType(documented.keys(), contentType, true)
    const pointer = key === undefined ? undefined : documented.get(key)
    if (pointer === undefined) return undefined
    const schema = schemaPointer(of.document, pointer)
    const read = compileBody(of.view, nodeAt(of.document, pointer) ?? {}, schema)
    return { read, schema: schema && valueAt(of.document, schema) }
  })

  return (body, given) => {
    if (!body?.length) return isRequired && documented.size > 0 ? { value: undefined, violations: [missing] } : nothing
    const contentType = given ?? usual ?? ''
    if (given !== undefined && parseMediaType(given) === undefined)
      return new Refusal('unsupported-media-type', `'${given}' is not a media type.`)
    const media = mediaOf(contentType)
    if (!media) return new Refusal('unsupported-media-type', `Send the body as ${[...documented.keys()].join(', ')}.`)
    if (body.length > maxFormBytes && isForm(contentType))
      return new Refusal('payload-too-large', `A form has at most ${maxFormBytes} bytes.`)
    const found = media.read(body, contentType)
    if (!('value' in found)) return refusalOf(found)
    const { value, faults } = found
    const violations = faults.map(({ name, expected }) => ({
      path: ['body', name],
      message: `Request body parameter ${name} ${mustBe(expected)}`,
    }))
    if (media.schema !== undefined && !Buffer.isBuffer(value)) {
      const errors = errorsOf(of, media.schema, value)
      if (errors === undefined) return refusalOf({ expected: 'a value of fewer levels' })
      const wrong = new Set(violations.map(({ path: [, name] }) => name))
      violations.push(...errors.filter(({ path: [, name = ''] }) => !wrong.has(name)))
    }
    if (of.isDouble) violations.push(...wideIntegers(value, 'Request body property', ['body'], hasInt64()))
    return { value, violations: violations.slice(0, maxViolations) }
  }
}

/** Undefined for a value that is nested too deeply for its schema. */
function errorsOf({ schemas }: MessageSchemas, schema: unknown, value: unknown): InvalidPart[] | undefined {
  try {
    return schemas.errors(schema, value, maxViolations).map((error) => violationOf(error, 'Request', 'body'))
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

import type { IHttpOperation, IMediaTypeContent } from '@stoplight/types'
import { parseMediaType } from '../../contract/media-type.ts'
import { isPrepared } from '../../contract/published/schema-bundle.ts'
import { memoize } from '../memoize.ts'
import { bundleOf, type Check, compileCheck } from '../request/compile-schema.ts'
import { prismParts } from './parts.ts'

type Schema = NonNullable<IMediaTypeContent['schema']>
type Side = 'request' | 'response'

/**
 * Tells whether Prism's `validateInput` would accept a request's body. Returns false if it cannot be certain: the answer is yes, or Prism's.
 */
export function compileBodyAcceptance(
  operation: IHttpOperation,
): (body: unknown, contentType: string | undefined) => boolean {
  const { contents = [], required = false } = operation.request?.body ?? {}
  const checkOf = compileContents(contents, bundleOf(operation), 'request')

  return (body, contentType) => {
    if (body === undefined) return !required
    const isValid = checkOf(contentType)
    if (!isValid || (required && !body)) return false
    return body === null || isValid(body)
  }
}

/**
 * Looks up the check of a body once for each media type: null where only Prism can tell. A request that names no media type has the first
 * one, and an answer none.
 */
export function compileContents(
  contents: readonly IMediaTypeContent[],
  bundle: unknown,
  side: Side,
): (contentType: string | undefined) => Check | null {
  const checkOf = memoize((content: IMediaTypeContent): Check => {
    const schema = bodySchema(content, side)
    return schema ? compileCheck(schema, bundle, { all: false }) : () => true
  })
  const ofUnnamed = side === 'request' ? contents[0] : undefined
  return memoize((contentType) => {
    const content = contentType === undefined ? ofUnnamed : findContent(contents, contentType, side)
    return content ? checkOf(content) : null
  })
}

function findContent(
  contents: readonly IMediaTypeContent[],
  contentType: string,
  side: Side,
): IMediaTypeContent | undefined {
  const mediaType = parseMediaType(contentType)
  // Prism splits a form into its fields first.
  if (mediaType === undefined || /^(application\/x-www-form-urlencoded|multipart\/form-data)$/.test(mediaType)) {
    return undefined
  }
  if (contents[0]?.mediaType === contentType) return contents[0]
  // Prism wants the documented parameters of an answer's media type, and ignores those of a request's.
  if (side === 'response' && contents.some(({ mediaType }) => mediaType.includes(';'))) return undefined
  const named = contents.find((one) => one.mediaType === contentType && one.schema && isPrepared(one.schema))
  if (named) return named
  // It does not see the suffix: `application/vnd.lamp+json` is `application/json`. It is not asked about published documents.
  const { wildcardMediaTypeMatch } = prismParts.mediaTypes()
  return contents.find(
    (one) => (side === 'request' && one.mediaType === '') || wildcardMediaTypeMatch(mediaType, one.mediaType),
  )
}

/** The schema that Prism validates a body against, derived from the document's; undefined when Prism validates nothing. */
export function bodySchema({ schema }: Partial<IMediaTypeContent>, side: Side): Schema | undefined {
  if (!schema || isPrepared(schema) || !isChanged(schema)) return schema
  const { stripReadOnlyProperties, stripWriteOnlyProperties } = prismParts.sides()
  const strip = side === 'request' ? stripReadOnlyProperties : stripWriteOnlyProperties
  const stripped = strip(merged(schema) as Parameters<typeof strip>[0])
  return stripped._tag === 'Some' ? (stripped.value as Schema) : undefined
}

/** Prism merges `allOf`, and leaves out properties that only the other side may send. A schema without these keywords stays unchanged. */
function isChanged(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  return Object.entries(node).some(([key, member]) => changing.has(key) || isChanged(member))
}

const changing = new Set(['allOf', 'readOnly', 'writeOnly', '$ref'])

function merged(schema: Schema): object {
  try {
    return prismParts.mergeAllOf()(schema, { deep: true, ignoreAdditionalProperties: true })
  } catch {
    return schema
  }
}

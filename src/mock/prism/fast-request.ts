import type { IMediaTypeContent } from '@stoplight/types'
import { parseMediaType } from '../../contract/media-type.ts'
import type { Operation } from '../../contract/operation.ts'
import { accepts, type Side, schemasOf } from '../../contract/schema/schemas.ts'
import { memoize } from '../memoize.ts'
import { prismParts } from './parts.ts'

/** The parts of an operation that say what its bodies are. */
export type DescribedBodies = Pick<Operation, 'document' | 'http'>

type Check = (value: unknown) => boolean

/**
 * Tells whether Prism's `validateInput` would accept a request's body. Returns false if it cannot be certain: the answer is yes, or Prism's.
 */
export function compileBodyAcceptance(
  operation: DescribedBodies,
): (body: unknown, contentType: string | undefined) => boolean {
  const { contents = [], required = false } = operation.http.request?.body ?? {}
  const checkOf = compileContents(contents, operation, 'request')

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
  { document }: Pick<Operation, 'document'>,
  side: Side,
): (contentType: string | undefined) => Check | null {
  const schemas = schemasOf(document, { side })
  const checkOf = memoize(
    ({ schema }: IMediaTypeContent): Check => (schema ? (value) => accepts(schemas, schema, value) : () => true),
  )
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
  const named = contents.find((one) => one.mediaType === contentType)
  if (named) return named
  // It does not see the suffix: `application/vnd.lamp+json` is `application/json`.
  const { wildcardMediaTypeMatch } = prismParts.mediaTypes()
  return contents.find(
    (one) => (side === 'request' && one.mediaType === '') || wildcardMediaTypeMatch(mediaType, one.mediaType),
  )
}

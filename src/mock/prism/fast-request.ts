import type { IHttpOperation, IMediaTypeContent } from '@stoplight/types'
import { parseMediaType } from '../../contract/media-type.ts'
import { memoize } from '../memoize.ts'
import { bundleOf, type Check, compileCheck } from '../request/compile-schema.ts'
import { requireAsPrism } from '../required-as-prism.ts'
import { bodySchema } from './body-schema.ts'

type Match = typeof import('@stoplight/prism-http/dist/validator/utils/wildcardMediaTypeMatch.js')

/**
 * Tells whether Prism's `validateInput` would accept a request's body. The schema is looked up once for each media type; every body is
 * validated. Returns false if it cannot be certain.
 */
export function compileBodyAcceptance(
  operation: IHttpOperation,
): (body: unknown, contentType: string | undefined) => boolean {
  const { contents = [], required = false } = operation.request?.body ?? {}
  const bundle = bundleOf(operation)

  const checkOf = memoize((content: IMediaTypeContent): Check => {
    const schema = bodySchema(content, 'request')
    return schema ? compileCheck(schema, bundle, { convert: false }) : () => true
  })

  const find = memoize((contentType: string | undefined) => {
    const content = contentType === undefined ? contents[0] : findContent(contents, contentType)
    return content ? checkOf(content) : null
  })

  return (body, contentType) => {
    if (body === undefined) return !required
    const isValid = find(contentType)
    if (!isValid || (required && !body)) return false
    return body === null || isValid(body)
  }
}

function findContent(contents: readonly IMediaTypeContent[], contentType: string): IMediaTypeContent | undefined {
  const mediaType = parseMediaType(contentType)
  // Prism splits a form into its fields first.
  if (mediaType === undefined || isForm(mediaType)) return undefined
  return contents.find((one) => isMatch(mediaType, one.mediaType))
}

export function isForm(mediaType: string): boolean {
  return mediaType === 'application/x-www-form-urlencoded' || mediaType === 'multipart/form-data'
}

function isMatch(mediaType: string, documented: string): boolean {
  if (documented === '' || documented === mediaType) return true
  const { wildcardMediaTypeMatch }: Match = requireAsPrism('./validator/utils/wildcardMediaTypeMatch.js')
  return wildcardMediaTypeMatch(mediaType, documented)
}

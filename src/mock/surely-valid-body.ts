import { wildcardMediaTypeMatch } from '@stoplight/prism-http/dist/validator/utils/wildcardMediaTypeMatch.js'
import { ValidationContext } from '@stoplight/prism-http/dist/validator/validators/types.js'
import { validateAgainstSchema } from '@stoplight/prism-http/dist/validator/validators/utils.js'
import type { IHttpOperation } from '@stoplight/types'
import { bodySchema } from './body-schema.ts'
import { parseMediaType } from './media-type.ts'
import { remembered } from './remembered.ts'

/**
 * Tells whether Prism's `validateInput` would let a request's body pass: what is to be looked at is found once for each media type,
 * and every body is validated. False where it is not sure.
 */
export function compileSurelyValidBody(
  operation: IHttpOperation,
): (body: unknown, contentType: string | undefined) => boolean {
  const documented = operation.request?.body
  const bundle = (operation as { __bundled__?: unknown }).__bundled__
  const contents = documented?.contents ?? []

  const find = remembered((contentType: string | undefined) => {
    const mediaType = contentType === undefined ? undefined : parseMediaType(contentType)
    // Prism takes the fields of a form apart first.
    if (contentType !== undefined && (mediaType === undefined || isForm(mediaType))) return null
    const content = mediaType === undefined ? contents[0] : contents.find((one) => isMatch(mediaType, one.mediaType))
    return content ? { schema: bodySchema(content, 'request') } : null
  })

  return (body, contentType) => {
    if (body === undefined) return !documented?.required
    const found = find(contentType)
    if (!found || (documented?.required && !body)) return false
    if (!found.schema || body === null) return true
    return isNone(validateAgainstSchema(body, found.schema, false, ValidationContext.Input, 'body', bundle))
  }
}

export function isForm(mediaType: string): boolean {
  return mediaType === 'application/x-www-form-urlencoded' || mediaType === 'multipart/form-data'
}

function isMatch(mediaType: string, documented: string): boolean {
  return documented === '' || wildcardMediaTypeMatch(mediaType, documented)
}

export function isNone({ _tag }: { _tag: 'None' | 'Some' }): boolean {
  return _tag === 'None'
}

import { validateMediaType } from '@stoplight/prism-http/dist/validator/index.js'
import { findOperationResponse } from '@stoplight/prism-http/dist/validator/utils/spec.js'
import { findContentByMediaTypeOrFirst } from '@stoplight/prism-http/dist/validator/validators/body.js'
import { validate as validateHeaders } from '@stoplight/prism-http/dist/validator/validators/headers.js'
import { ValidationContext } from '@stoplight/prism-http/dist/validator/validators/types.js'
import { validateAgainstSchema } from '@stoplight/prism-http/dist/validator/validators/utils.js'
import type { IHttpOperation, IHttpOperationResponse } from '@stoplight/types'
import type { Answer } from '../interfaces/slice.ts'
import { bodySchema } from './body-schema.ts'
import { parseMediaType } from './media-type.ts'
import { remembered } from './remembered.ts'
import { isRaw } from './serialize.ts'
import { isForm, isNone } from './surely-valid-body.ts'

/**
 * Tells whether Prism's `validateOutput` would let an answer pass: what is to be looked at is found once for each status and media
 * type, and every answer is validated. False where it is not sure.
 */
export function compileSurelyValidAnswer(operation: IHttpOperation): (answer: Answer) => boolean {
  const bundle = (operation as { __bundled__?: unknown }).__bundled__
  const ofStatus = remembered((status: number) => {
    const found = findOperationResponse(operation.responses, status)
    return found._tag === 'Some' ? planOf(found.value) : null
  })

  return ({ status, headers, body }) => {
    const plan = ofStatus(status)
    const content = plan?.ofContentType(headers['content-type'])
    if (!plan || !content) return false
    const { schema } = content
    if (schema && !isRaw(body)) {
      if (!isNone(validateAgainstSchema(body, schema, false, ValidationContext.Output, 'body', bundle))) return false
    }
    if (plan.headers.length === 0) return true
    return validateHeaders(headers, plan.headers, ValidationContext.Output, bundle)._tag === 'Right'
  }
}

function planOf({ contents = [], headers = [] }: IHttpOperationResponse) {
  return {
    headers,
    ofContentType: remembered((contentType: string | undefined) => {
      const [first] = contents
      if (!first) return { schema: undefined }
      if (contentType === undefined || validateMediaType([first, ...contents.slice(1)], contentType)._tag === 'Left')
        return null
      const found = findContentByMediaTypeOrFirst(contents, contentType)
      const mediaType = parseMediaType(contentType)
      if (found._tag === 'None' || mediaType === undefined || isForm(mediaType)) return null
      return { schema: bodySchema(found.value.content, 'response') }
    }),
  }
}

import { validateMediaType } from '@stoplight/prism-http/dist/validator/index.js'
import { findOperationResponse } from '@stoplight/prism-http/dist/validator/utils/spec.js'
import { findContentByMediaTypeOrFirst } from '@stoplight/prism-http/dist/validator/validators/body.js'
import { validate as validateHeaders } from '@stoplight/prism-http/dist/validator/validators/headers.js'
import { ValidationContext } from '@stoplight/prism-http/dist/validator/validators/types.js'
import type { IHttpOperation, IHttpOperationResponse, IMediaTypeContent } from '@stoplight/types'
import type { Answer } from '../interfaces/slice.ts'
import { bodySchema } from './body-schema.ts'
import { type Check, compileCheck } from './compile-check.ts'
import { parseMediaType } from './media-type.ts'
import { remembered } from './remembered.ts'
import { isRaw } from './serialize.ts'
import { isForm } from './surely-valid-body.ts'

/**
 * Tells whether Prism's `validateOutput` would let an answer pass: what is to be looked at is found once for each status and media
 * type, and every answer is validated. False where it is not sure.
 */
export function compileSurelyValidAnswer(operation: IHttpOperation): (answer: Answer) => boolean {
  const bundle = (operation as { __bundled__?: unknown }).__bundled__
  const ofStatus = remembered((status: number) => {
    const found = findOperationResponse(operation.responses, status)
    return found._tag === 'Some' ? planOf(found.value, bundle) : null
  })

  return ({ status, headers, body }) => {
    const plan = ofStatus(status)
    const isValid = plan?.ofContentType(headers['content-type'])
    if (!plan || !isValid || !(isRaw(body) || isValid(body))) return false
    if (plan.headers.length === 0) return true
    return validateHeaders(headers, plan.headers, ValidationContext.Output, bundle)._tag === 'Right'
  }
}

function planOf({ contents = [], headers = [] }: IHttpOperationResponse, bundle: unknown) {
  const checkOf = remembered((content: IMediaTypeContent): Check => {
    const schema = bodySchema(content, 'response')
    return schema ? compileCheck(schema, bundle, { convert: false }) : () => true
  })
  return {
    headers,
    ofContentType: remembered((contentType: string | undefined) => {
      const [first] = contents
      if (!first) return () => true
      if (contentType === undefined || validateMediaType([first, ...contents.slice(1)], contentType)._tag === 'Left')
        return null
      const found = findContentByMediaTypeOrFirst(contents, contentType)
      const mediaType = parseMediaType(contentType)
      if (found._tag === 'None' || mediaType === undefined || isForm(mediaType)) return null
      return checkOf(found.value.content)
    }),
  }
}

import type { IHttpOperation, IHttpOperationResponse, IMediaTypeContent } from '@stoplight/types'
import type { Answer } from '../../behaviour/definition.ts'
import { parseMediaType } from '../../contract/media-type.ts'
import { memoize } from '../memoize.ts'
import { bundleOf, type Check, compileCheck } from '../request/compile-schema.ts'
import { compileParameters } from '../request/parameters.ts'
import { requireAsPrism } from '../required-as-prism.ts'
import { isRaw } from '../serialize.ts'
import { bodySchema } from './body-schema.ts'
import { isForm } from './fast-request.ts'

type Validator = typeof import('@stoplight/prism-http/dist/validator/index.js')
type Body = typeof import('@stoplight/prism-http/dist/validator/validators/body.js')
type Spec = typeof import('@stoplight/prism-http/dist/validator/utils/spec.js')

/**
 * Tells whether Prism's `validateOutput` would accept an answer. The schema is looked up once for each status and media type; every answer
 * is validated. Returns false if it cannot be certain.
 */
export function compileResponseAcceptance(operation: IHttpOperation): (answer: Answer) => boolean {
  const bundle = bundleOf(operation)
  const ofStatus = memoize((status: number) => {
    const found = findResponse(operation.responses, status)
    return found ? planOf(found, bundle) : null
  })

  return ({ status, headers, body }) => {
    const plan = ofStatus(status)
    if (!plan) return false
    const isValid = plan.ofContentType(headers['content-type'])
    if (!isValid || !(isRaw(body) || isValid(body))) return false
    return plan.headers.read(headers).violations.length === 0
  }
}

/** Only an exact status is used; Prism chooses between ranges and `default`. */
function findResponse(responses: IHttpOperationResponse[], status: number): IHttpOperationResponse | undefined {
  const exact = responses.find(({ code }) => code === String(status))
  if (exact) return exact
  const { findOperationResponse }: Spec = requireAsPrism('./validator/utils/spec.js')
  const found = findOperationResponse(responses, status)
  return found._tag === 'Some' ? found.value : undefined
}

function planOf({ contents = [], headers = [] }: IHttpOperationResponse, bundle: unknown) {
  const checkOf = memoize((content: IMediaTypeContent): Check => {
    const schema = bodySchema(content, 'response')
    return schema ? compileCheck(schema, bundle, { convert: false }) : () => true
  })
  const find = memoize((contentType: string | undefined) => {
    const [first, ...others] = contents
    if (!first) return () => true
    const content = contentType === undefined ? undefined : findContent([first, ...others], contentType)
    return content ? checkOf(content) : null
  })
  return { headers: compileHeaders(headers, bundle), ofContentType: find }
}

function findContent(
  contents: [IMediaTypeContent, ...IMediaTypeContent[]],
  contentType: string,
): IMediaTypeContent | undefined {
  const mediaType = parseMediaType(contentType)
  if (mediaType === undefined || isForm(mediaType)) return undefined
  const [first] = contents
  if (first.mediaType === contentType) return first
  const { validateMediaType }: Validator = requireAsPrism('./validator/index.js')
  if (validateMediaType(contents, contentType)._tag === 'Left') return undefined
  const { findContentByMediaTypeOrFirst }: Body = requireAsPrism('./validator/validators/body.js')
  const found = findContentByMediaTypeOrFirst(contents, contentType)
  return found._tag === 'Some' ? found.value.content : undefined
}

/** Reads the headers of an answer like those of a request. */
function compileHeaders(headers: IHttpOperationResponse['headers'], bundle: unknown) {
  const asked = { request: { headers }, __bundled__: bundle }
  return compileParameters('header', asked as Pick<IHttpOperation, 'request'>)
}

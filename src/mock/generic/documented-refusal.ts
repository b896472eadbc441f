import type { IHttpOperationResponse } from '@stoplight/types'
import type { Answer, InterfaceDefinition } from '../../behaviour/definition.ts'
import { acceptsMediaType } from '../../contract/media-type.ts'
import type { RuntimeInterface } from '../../contract/runtime.ts'
import { memoizeByObject } from '../memoize.ts'
import { compileOperation } from '../operation.ts'
import { jsonShape } from './shape.ts'

type RenderRefusal = InterfaceDefinition['renderRefusal']

/** Refusals in the documented form of their status: the example, with the message of the refusal in its text member, if it has one. */
export function documentedRefusals({ operations }: RuntimeInterface, renderRefusal: RenderRefusal): RenderRefusal {
  const compiled = memoizeByObject(compileOperation)
  return (refusal) => {
    const plain = renderRefusal(refusal)
    const operation = operations.find(({ id }) => id === refusal.operation)
    if (!operation) return plain
    const { responses } = operation.http
    const status = refusal.kind === 'invalid-request' ? statusOfInvalid(plain.status, responses) : plain.status
    const response = responseOf(status, responses)
    if (!response) return plain
    const { 'content-type': ownType = '', ...headers } = plain.headers
    if (!response.contents?.length) return { status, headers, body: undefined }
    const shape = jsonShape(operation.http, response.contents)
    // Prism would take application/problem+json for application/json.
    const isDocumented = response.contents.some(({ mediaType }) => acceptsMediaType(mediaType, ownType))
    const candidates: Answer[] = [
      ...(isDocumented ? [{ ...plain, status }] : []),
      ...(shape
        ? [plain.body, withSentence(shape.example, refusal.detail), shape.example].map((body) => ({
            status,
            headers: { ...headers, 'content-type': shape.mediaType },
            body,
          }))
        : []),
    ]
    return candidates.find(compiled(operation).acceptsResponse) ?? plain
  }
}

/** Some APIs answer 422 where others answer 400. */
function statusOfInvalid(status: number, responses: readonly IHttpOperationResponse[]): number {
  const has = (code: string) => responses.some((response) => response.code === code)
  return status === 400 && !has('400') && has('422') ? 422 : status
}

function responseOf(status: number, responses: readonly IHttpOperationResponse[]): IHttpOperationResponse | undefined {
  const codes = [String(status), `${String(status)[0]}XX`, 'default']
  return codes.flatMap((code) => responses.filter((response) => response.code === code))[0]
}

function withSentence(example: unknown, sentence: string): unknown {
  const name = ['detail', 'message', 'error_description', 'errorDescription', 'error'].find(
    (one) => typeof Object(example)[one] === 'string',
  )
  return name === undefined ? example : { ...Object(example), [name]: sentence }
}

import type { Behaviour } from '../../behaviour/behaviour.ts'
import type { Answer, InterfaceDefinition } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { chain, type MaybePromise } from '../maybe-promise.ts'
import type { PrismRequest } from '../request/prism-request.ts'

/** What an operation's behaviour answers; undefined when it has none, or when the caller prefers one of the examples. */
export function callBehaviour(
  request: PrismRequest,
  definition: InterfaceDefinition,
): MaybePromise<Answer | Refusal | undefined> {
  const { operation, parameters, server, headers, verb, parsedBody, context } = request
  // The definition is typed by its own operations, which the mock does not know: here they are only names.
  const behaviours = definition.behaviours as Record<string, Behaviour<unknown, object> | undefined>
  const behaviour = behaviours[operation.id]
  if (!behaviour || headers.prefer !== undefined) return undefined
  const { path, query, header } = parameters
  const input = { path, query, header, server, headers, method: verb, body: parsedBody } as never
  return chain<unknown, Answer | Refusal>(behaviour(input, context), (answered) => {
    if (answered instanceof Refusal) return answered
    const { status, headers: extra, mediaType, body } = answered as LooseAnswer
    const media = mediaType ?? documentedMediaType(request, status)
    return { status, headers: { ...(media && body !== undefined ? { 'content-type': media } : {}), ...extra }, body }
  })
}

interface LooseAnswer {
  status: number
  headers?: Record<string, string>
  mediaType?: string
  body?: unknown
}

function documentedMediaType({ operation }: PrismRequest, status: number): string | undefined {
  const { responses } = operation.http
  const response =
    responses.find(({ code }) => code === String(status)) ?? responses.find(({ code }) => code === 'default')
  return response?.contents?.[0]?.mediaType
}

import { Refusal } from '../../behaviour/refusal.ts'
import type { MatchedPath } from '../../contract/router.ts'
import { messageParts } from '../../contract/wire/parameter.ts'
import { decodeText } from '../../contract/wire/style.ts'
import type { RequestContext } from '../request-context.ts'

/** Most parameters of a query. */
const maxParameters = 1000

/**
 * Reads the parameters and the body of a request that has an operation.
 *
 * @param fromPath values of the path parameters, percent-decoded; `raw` as they were sent
 * @returns a `Refusal` for a body or a query that cannot be read
 */
export function readInput(
  context: RequestContext,
  { parameters: fromPath, raw: rawPath }: MatchedPath,
): Refusal | undefined {
  const { request, compiled, state } = context
  const { method, headers } = request
  // An undocumented body has no meaning (RFC 9110, 9.3): it is ignored, not refused.
  const raw = compiled.operation.node.requestBody !== undefined ? request.body : null
  const encoding = headers['content-encoding']
  if (raw && encoding && encoding !== 'identity') {
    return new Refusal('unsupported-media-type', 'Send the body without a Content-Encoding.')
  }
  const contentType = state.mounted.definition.ignoresContentType ? undefined : headers['content-type']
  const body = compiled.readBody(raw, contentType)
  if (body instanceof Refusal) return body
  const isList = method === 'LIST' && compiled.operation.listVerb
  const message = messageParts(rawPath, isList ? withList(request.query) : request.query, headers)
  if (message.query.length > maxParameters)
    return new Refusal(
      'invalid-request',
      `The query could not be read, it is past the limit of ${maxParameters} parameters.`,
    )
  const path = compiled.path.read(message)
  const fromQuery = compiled.query.read(message)
  const header = compiled.header.read(message)
  const cookie = compiled.cookie.read(message)
  context.parameters = { path: path.values, query: fromQuery.values, header: header.values }
  context.server = compiled.serverOf(fromPath)
  context.queryNames = message.query.map(([name]) => decodeText(name, true))
  context.body = body.value
  context.violations = [
    ...path.violations,
    ...fromQuery.violations,
    ...header.violations,
    ...cookie.violations,
    ...body.violations,
  ]
  return undefined
}

/** LIST means the same as the documented `list=true`. */
function withList(query: string): string {
  return [...query.split('&').filter((pair) => pair !== '' && pair.split('=', 1)[0] !== 'list'), 'list=true'].join('&')
}

import { type InvalidPart, Refusal } from '../../behaviour/refusal.ts'
import { isObject } from '../../contract/json-pointer.ts'
import type { MatchedPath } from '../../contract/router.ts'
import { type MessageParts, queryPairs } from '../../contract/wire/parameter.ts'
import { splitCookies } from '../../contract/wire/style.ts'
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
  const { request, plan, state } = context
  const { method, headers } = request
  // An undocumented body has no meaning (RFC 9110, 9.3): it is ignored, not refused.
  const raw = plan.hasBody ? request.body : null
  const encoding = headers['content-encoding']
  if (raw && encoding && encoding !== 'identity') {
    return new Refusal('unsupported-media-type', 'Send the body without a Content-Encoding.')
  }
  const contentType = state.mounted.definition.ignoresContentType ? undefined : headers['content-type']
  const body = plan.readBody(raw, contentType)
  if (body instanceof Refusal) return body
  const isList = method === 'LIST' && plan.listVerb
  const query = queryPairs(isList ? withList(request.query) : request.query)
  if (query.all.length > maxParameters)
    return new Refusal(
      'invalid-request',
      `The query could not be read, it is past the limit of ${maxParameters} parameters.`,
    )
  const cookies = plan.hasCookies ? splitCookies(headers.cookie) : []
  const message: MessageParts = { path: rawPath, headers, query, cookies }
  const invalid: InvalidPart[] = []
  const { readers } = plan
  context.parameters = {
    path: readers.path(message, invalid),
    query: readers.query(message, invalid),
    header: readers.header(message, invalid),
  }
  const [whole] = Object.values(readers.querystring?.(message, invalid) ?? {})
  if (isObject(whole)) Object.assign(context.parameters.query, whole)
  readers.cookie(message, invalid)
  context.server = Object.fromEntries(plan.serverNames.map((name) => [name, fromPath[name] ?? '']))
  context.queryNames = [...query.byName.keys()]
  context.body = body.value
  context.violations = body.violations.length > 0 ? [...invalid, ...body.violations] : invalid
  return undefined
}

/** LIST means the same as the documented `list=true`. */
function withList(query: string): string {
  return [...query.split('&').filter((pair) => pair !== '' && pair.split('=', 1)[0] !== 'list'), 'list=true'].join('&')
}

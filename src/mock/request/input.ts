import { Refusal } from '../../behaviour/refusal.ts'
import type { MatchedPath } from '../../contract/router.ts'
import { messageParts } from '../../contract/wire/parameter.ts'
import type { RequestContext } from '../request-context.ts'
import { parseBody } from './body.ts'
import { emptyQuery, readSentQuery } from './query.ts'
import { preferenceParameters } from './undocumented-parts.ts'

/**
 * Reads the parameters and the body of a request that has an operation, for Prism and for its behaviour.
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
  const raw = compiled.body ? request.body : null
  const encoding = headers['content-encoding']
  if (raw && encoding && encoding !== 'identity') {
    return new Refusal('unsupported-media-type', 'Send the body without a Content-Encoding.')
  }
  const documented = compiled.body?.contents?.[0]?.mediaType
  const contentType = state.mounted.definition.ignoresContentType ? documented : headers['content-type']
  const read = compiled.readBody?.(raw, contentType)
  if (read instanceof Refusal) return read
  const body = read
    ? { forBehaviour: read.value, forPrism: read.value }
    : parseBody(raw, contentType, documented, compiled.hasInt64)
  if (body instanceof Refusal) return body
  const sent = request.query === '' ? emptyQuery : readSentQuery(request.query)
  if (sent instanceof Refusal) return sent
  // LIST means the same as the documented `list=true`.
  const query = method === 'LIST' && compiled.operation.listVerb ? sent.with('list', 'true') : sent
  const message = messageParts(rawPath, query.text, headers)
  const path = compiled.path.read(message)
  const fromQuery = compiled.query.read(message)
  const header = compiled.header.read(message)
  const cookie = compiled.cookie.read(message)
  context.parameters = { path: path.values, query: fromQuery.values, header: header.values }
  context.server = compiled.serverOf(fromPath)
  context.query = query
  context.body = body.forBehaviour
  context.bodyForPrism = body.forPrism
  context.bodyBytes = raw?.length ?? 0
  context.contentType = contentType
  context.hasPreference = headers.prefer !== undefined || query.pairs.some(([name]) => preferenceParameters.has(name))
  context.violations = [
    ...path.violations,
    ...fromQuery.violations,
    ...header.violations,
    ...cookie.violations,
    ...(read?.violations ?? []),
  ]
  return undefined
}

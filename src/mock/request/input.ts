import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { Refusal, type Violation } from '../../behaviour/refusal.ts'
import type { Match } from '../../contract/router.ts'
import type { CompiledOperation } from '../operation.ts'
import type { MockRequest } from '../types.ts'
import { parseBody } from './body.ts'
import type { Values } from './parameters.ts'
import { emptyQuery, readSentQuery, type SentQuery } from './query.ts'
import { preferenceParameters } from './undocumented-parts.ts'

/** A request's parameters and body, read once for Prism and for a behaviour. */
export interface RequestInput {
  /** Converted to the types of the document. */
  parameters: { path: Values; query: Values; header: Values }
  /** Values of the variables in the address of the document's first server. */
  server: Record<string, string>
  query: SentQuery
  /** The body as a behaviour reads it: a form as its fields. */
  body: unknown
  /** The body as Prism validates it: a form as text. */
  bodyForPrism: unknown
  /** Length of the body in bytes. */
  bodyBytes: number
  contentType: string | undefined
  /** The caller chooses the answer. Prism also reads preferences from the query, if there is no header. */
  hasPreference: boolean
  /** The violations of the parameters. */
  violations: Violation[]
}

/** @returns a `Refusal` for a body or a query that cannot be read */
export function readInput(
  request: MockRequest,
  { parameters }: Extract<Match, { kind: 'operation' }>,
  operation: CompiledOperation,
  { ignoresContentType }: InterfaceDefinition,
): RequestInput | Refusal {
  // An undocumented body has no meaning (RFC 9110, 9.3): it is ignored, not refused.
  const raw = operation.body ? request.body : null
  const encoding = request.headers['content-encoding']
  if (raw && encoding && encoding !== 'identity') {
    return new Refusal('unsupported-media-type', 'Send the body without a Content-Encoding.')
  }
  const documented = operation.body?.contents?.[0]?.mediaType
  const contentType = ignoresContentType ? documented : request.headers['content-type']
  const read = operation.readBody?.(raw, contentType)
  if (read instanceof Refusal) return read
  const body = read
    ? { forBehaviour: read.value, forPrism: read.value }
    : parseBody(raw, contentType, documented, operation.hasInt64)
  if (body instanceof Refusal) return body
  const sent = request.query === '' ? emptyQuery : readSentQuery(request.query)
  if (sent instanceof Refusal) return sent
  // LIST means the same as the documented `list=true`.
  const query = request.method === 'LIST' ? sent.with('list', 'true') : sent
  const path = operation.path.read(parameters)
  const fromQuery = operation.query.read(query)
  const header = operation.header.read(request.headers)
  const cookie = operation.cookie.read(readCookies(request.headers.cookie))
  return {
    parameters: { path: path.values, query: fromQuery.values, header: header.values },
    server: operation.serverOf(parameters),
    query,
    body: body.forBehaviour,
    bodyForPrism: body.forPrism,
    bodyBytes: raw?.length ?? 0,
    contentType,
    hasPreference: request.headers.prefer !== undefined || query.pairs.some(([name]) => preferenceParameters.has(name)),
    violations: [
      ...path.violations,
      ...fromQuery.violations,
      ...header.violations,
      ...cookie.violations,
      ...(read?.violations ?? []),
    ],
  }
}

function readCookies(header = ''): Record<string, string> {
  const pairs = header === '' ? [] : header.split(';').map((pair) => pair.trim().split('='))
  return Object.fromEntries(pairs.map(([name = '', ...value]) => [name, value.join('=')]))
}

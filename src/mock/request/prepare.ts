import type { BehaviourContext } from '../../behaviour/behaviour.ts'
import type { Answer, InterfaceDefinition } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Match } from '../../contract/router.ts'
import type { RuntimeOperation } from '../../contract/runtime.ts'
import { memoizeByObject } from '../memoize.ts'
import type { MockRequest } from '../types.ts'
import { parseBody } from './body.ts'
import { compileParameters } from './parameters.ts'
import type { PrismRequest } from './prism-request.ts'
import { readSentQuery, type SentQuery } from './query.ts'

type RoutedMatch = Extract<Match, { kind: 'operation' }>

interface AdmittedRequest {
  refusal: Refusal | Answer | undefined
  context: BehaviourContext<object>
  onRefusal: (refusal: Refusal) => void
}

export type Prepare = (match: RoutedMatch, request: MockRequest, admitted: AdmittedRequest) => PrismRequest | Refusal

/** Turns requests into what Prism takes, with parameters and body read once; compiled for each operation when it is first asked for. */
export function compilePreparation(definition: InterfaceDefinition): Prepare {
  const readerOf = memoizeByObject(compileReader)

  return ({ operation, parameters }, request, { refusal, context, onRefusal }) => {
    const reader = readerOf(operation)
    // A body where none is documented has no meaning (RFC 9110, 9.3): it is ignored, not refused.
    const raw = operation.http.request?.body && !refusal ? request.body : null
    const encoding = request.headers['content-encoding']
    if (raw && encoding && encoding !== 'identity') return encodedBody()
    const contentType = definition.ignoresContentType ? documentedType(operation) : request.headers['content-type']
    const body = parseBody(raw, contentType, operation.http)
    if (body instanceof Refusal) return body
    const sent = readSentQuery(refusal ? '' : request.query)
    if (sent instanceof Refusal) return sent
    // LIST is the documented twin of `list=true`.
    const query = request.method === 'LIST' ? sent.with('list', 'true') : sent
    const path = reader.path.read(parameters)
    const asked = reader.query.read(query)
    const header = reader.header.read(request.headers)
    return {
      method: operation.method,
      verb: request.method,
      url: new PrismUrl(request.path, query),
      headers: headersForPrism(request.headers, raw, contentType),
      body: body.forPrism,
      parsedBody: body.forBehaviour,
      operation,
      server: reader.server(parameters),
      parameters: { path: path.values, query: asked.values, header: header.values },
      violations: [...path.violations, ...asked.violations, ...header.violations],
      admitted: definition.admit !== undefined,
      refusal,
      context,
      onRefusal,
      source: request,
    }
  }
}

/** Prism's own code, which few requests go through, takes a query as an object. */
class PrismUrl {
  readonly path: string
  readonly sent: SentQuery

  constructor(path: string, sent: SentQuery) {
    this.path = path
    this.sent = sent
  }

  get query(): Record<string, string | string[]> {
    return Object.assign(Object.create(null), Object.fromEntries(this.sent.values))
  }
}

function compileReader(operation: RuntimeOperation) {
  const { http } = operation
  return {
    path: compileParameters('path', http),
    query: compileParameters('query', http),
    header: compileParameters('header', http),
    server: compileServerVariables(operation),
  }
}

function headersForPrism(
  sent: Record<string, string>,
  raw: Buffer | null,
  contentType: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name in sent) if (name !== 'content-type') headers[name] = sent[name] as string
  // Without a body its type says nothing, and Prism throws on one that is no media type.
  if (contentType !== undefined && raw?.length) headers['content-type'] = contentType
  // Prism skips the media type check when the length is unknown, as it is for a chunked body.
  headers['content-length'] = String(raw?.length ?? 0)
  return headers
}

function encodedBody(): Refusal {
  return new Refusal('unsupported-media-type', 'Send the body without a Content-Encoding.')
}

/** The template has the server's variables before the path's own parameters. */
function compileServerVariables({ template, path }: RuntimeOperation) {
  const mount = template.slice(0, template.length - path.length)
  const names = [...mount.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
  if (names.length === 0) return () => noVariables
  return (parameters: Record<string, string>): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, parameters[name] ?? '']))
}

const noVariables: Record<string, string> = Object.freeze({})

function documentedType({ http }: RuntimeOperation): string | undefined {
  return http.request?.body?.contents?.[0]?.mediaType
}

import type { Answer } from '../behaviour/definition.ts'
import type { Contract } from '../contract/contract.ts'
import { type Operation, responseOf } from '../contract/operation.ts'
import { parametersIn } from '../contract/router.ts'
import { printJson } from '../json-text.ts'
import { BoundedMap, memoize } from './memoize.ts'
import { compileBodyAcceptance } from './prism/fast-request.ts'
import { compileResponseAcceptance } from './prism/fast-response.ts'
import { prismOperation } from './prism/prism-operation.ts'
import { compileBodyReader } from './published/read-body.ts'
import { compileParameters } from './request/parameters.ts'
import { compileUndocumented } from './request/undocumented-parts.ts'

export type CompiledOperation = ReturnType<typeof compileOperation>

/** One operation, and what is computed of it before a request comes. */
export function compileOperation(operation: Operation, { engine }: Pick<Contract, 'engine'>) {
  const { http, document } = operation
  const { path, query, headers, cookie } = http.request ?? {}
  const isPublished = engine === 'document'
  const options = { document, takesWideIntegers: isPublished }
  const answers: Map<string | undefined, Answer> = new BoundedMap()
  return {
    operation,
    body: http.request?.body,
    path: compileParameters('path', path, options),
    query: compileParameters('query', query, options),
    header: compileParameters('header', headers, options),
    cookie: compileParameters('cookie', cookie, options),
    /** Values of the variables in the address of the document's first server. */
    serverOf: compileServerVariables(operation),
    /** Reads and validates the body of a published document; undefined for other documents. */
    readBody: isPublished ? compileBodyReader(operation) : undefined,
    /** True when Prism would find nothing wrong with the body. */
    acceptsBody: compileBodyAcceptance(operation),
    /** True when the document has the format `int64` for the body. */
    hasInt64: () => printJson(prismOperation(operation).request?.body ?? {}).includes('"int64"'),
    /** True when Prism would find nothing wrong with the answer. */
    acceptsResponse: compileResponseAcceptance(operation),
    /** Finds the parts of a request that the document does not know. */
    undocumented: compileUndocumented(operation),
    /** The first media type of the answer that is documented for a status. */
    mediaTypeOf: memoize((status: number) => responseOf(http.responses, status)?.contents?.[0]?.mediaType ?? ''),
    /** The example that Prism answers, by the `Accept` header, which callers choose. */
    examples: answers,
  }
}

/** The template has the server's variables before the path's own parameters. */
function compileServerVariables({
  template,
  path,
}: Operation): (parameters: Record<string, string>) => Record<string, string> {
  const names = parametersIn(template.slice(0, template.length - path.length))
  return (parameters) => Object.fromEntries(names.map((name) => [name, parameters[name] ?? '']))
}

/** The answer of a behaviour in the form that is sent. An answer that names no media type gets the documented one. */
export function toAnswer(response: unknown, { mediaTypeOf }: CompiledOperation): Answer {
  const { status, headers, mediaType, body } = response as LooseAnswer
  const media = body === undefined ? '' : (mediaType ?? mediaTypeOf(status))
  return { status, headers: { ...(media === '' ? {} : { 'content-type': media }), ...headers }, body }
}

interface LooseAnswer {
  status: number
  headers?: Record<string, string>
  mediaType?: string
  body?: unknown
}

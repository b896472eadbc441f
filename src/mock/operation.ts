import type { IHttpRequest } from '@stoplight/prism-http'
import type { IHttpOperationResponse } from '@stoplight/types'
import type { Answer } from '../behaviour/definition.ts'
import { parametersIn } from '../contract/router.ts'
import { type RuntimeOperation, responseOf } from '../contract/runtime.ts'
import { BoundedMap } from './memoize.ts'
import { compileBodyAcceptance } from './prism/fast-request.ts'
import { compileResponseAcceptance } from './prism/fast-response.ts'
import { compileSecurityAcceptance } from './prism/fast-security.ts'
import { type BodyReader, compileBodyReader } from './published/read-body.ts'
import { bundleOf, withReferences } from './request/compile-schema.ts'
import { compileParameters, type ParameterReader } from './request/parameters.ts'
import { compileUndocumented } from './request/undocumented-parts.ts'

/** The parts of one operation that are computed before a request comes. */
export interface CompiledOperation {
  path: ParameterReader
  query: ParameterReader
  header: ParameterReader
  /** Values of the variables in the address of the document's first server. */
  serverOf(parameters: Record<string, string>): Record<string, string>
  /** True when Prism would find the credentials that the document asks for. */
  isSecure(headers: Record<string, string>, request: () => IHttpRequest): boolean
  /** Reads and validates the body of a published document; undefined for other documents. */
  readBody: BodyReader | undefined
  /** True when Prism would find nothing wrong with the body. */
  acceptsBody(body: unknown, contentType: string | undefined): boolean
  /** True when the document has the format `int64` for the body. */
  hasInt64(): boolean
  /** True when Prism would find nothing wrong with the answer. */
  acceptsResponse(answer: Answer): boolean
  /** Finds the parts of a request that the document does not know. */
  undocumented: ReturnType<typeof compileUndocumented>
  /** The example that Prism answers, by the `Accept` header, which callers choose. */
  examples: Map<string | undefined, Answer>
}

export function compileOperation(operation: RuntimeOperation): CompiledOperation {
  const { http } = operation
  return {
    path: compileParameters('path', http),
    query: compileParameters('query', http),
    header: compileParameters('header', http),
    serverOf: compileServerVariables(operation),
    isSecure: compileSecurityAcceptance(http),
    readBody: compileBodyReader(http),
    acceptsBody: compileBodyAcceptance(http),
    hasInt64: () => JSON.stringify(withReferences(http.request?.body ?? {}, bundleOf(http))).includes('"int64"'),
    acceptsResponse: compileResponseAcceptance(http),
    undocumented: compileUndocumented(operation),
    examples: new BoundedMap(),
  }
}

/** The template has the server's variables before the path's own parameters. */
function compileServerVariables({ template, path }: RuntimeOperation): CompiledOperation['serverOf'] {
  const mount = template.slice(0, template.length - path.length)
  const names = parametersIn(mount)
  if (names.length === 0) return () => noVariables
  return (parameters) => Object.fromEntries(names.map((name) => [name, parameters[name] ?? '']))
}

const noVariables: Record<string, string> = Object.freeze({})

/** The documented success with the lowest status, or the range `2XX`. */
export function lowestSuccess(responses: readonly IHttpOperationResponse[]): IHttpOperationResponse | undefined {
  return responses.filter(({ code }) => /^2(\d\d|XX)$/.test(code)).sort((a, b) => (a.code < b.code ? -1 : 1))[0]
}

/** The answer of a behaviour in the form that is sent. An answer that names no media type gets the documented one. */
export function toAnswer(answered: unknown, { http }: Pick<RuntimeOperation, 'http'>): Answer {
  const { status, headers, mediaType, body } = answered as LooseAnswer
  const media = mediaType ?? responseOf(http.responses, status)?.contents?.[0]?.mediaType
  return { status, headers: { ...(media && body !== undefined ? { 'content-type': media } : {}), ...headers }, body }
}

interface LooseAnswer {
  status: number
  headers?: Record<string, string>
  mediaType?: string
  body?: unknown
}

/** Headers by lower-case name, without those that have no value. */
export function named(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const lower: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== null && value !== undefined) lower[name.toLowerCase()] = String(value)
  }
  return lower
}

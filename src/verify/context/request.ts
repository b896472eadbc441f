import type { AttemptInput } from '../../check/check.ts'
import { serializeParameter } from '../../client/serialize.ts'
import { isMapping } from '../../contract/json-pointer.ts'
import { mediaTypesAt, type Operation, type Parameter } from '../../contract/operation.ts'
import { parameterForm } from '../../contract/wire/style.ts'
import { printJson } from '../../json-text.ts'
import { memoizeByObject } from '../../memoize.ts'
import { type Credential, type Target, urlOf } from '../target/target.ts'
import type { CheckTarget } from './check-target.ts'
import { InconclusiveError } from './inconclusive-error.ts'
import type { OutgoingRequest } from './wire.ts'

/**
 * Writes the request of a call according to the document.
 *
 * @param common headers of every call
 */
export function buildRequest(
  { target }: CheckTarget,
  operation: Operation,
  input: AttemptInput,
  { common, credential }: { common: Readonly<Record<string, string>>; credential: Credential | undefined },
): OutgoingRequest {
  const mediaType = [...operation.requestBody.keys()][0] ?? 'application/json'
  const body = writeBody(input.body, mediaType, credential)
  const headers = {
    accept: acceptOf(operation),
    ...(body === undefined ? {} : { 'content-type': mediaType }),
    ...common,
    ...credential?.headers,
    ...input.headers,
  }
  const query = writeQuery(operation.parameters, input.query ?? {})
  const path = writePath(operation, input.path ?? {})
  return {
    method: input.method ?? operation.method.toUpperCase(),
    url: urlOf(
      target,
      query === '' ? path : `${path}?${query}`,
      input.server,
      input.base ?? baseUrlOf(target, operation),
    ),
    headers: withoutUndefined(headers),
    body,
    // RFC 9110, 8.6: a client should send the length of no body too, but need not.
    unframed: 'content-length' in headers && headers['content-length'] === undefined,
  }
}

function baseUrlOf(target: Target, { server }: Operation): string {
  if (server === undefined) return target.baseUrl
  const url = target.furtherUrls.get(server.name)
  if (url === undefined) throw new InconclusiveError(`needs the address ${server.name}, which the target does not name`)
  return url
}

/** The address with the parameters of a credential, which no report and no undo file shows. */
export function withQuery(url: string, query: Readonly<Record<string, string>> | undefined): string {
  const pairs = Object.entries(query ?? {}).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return pairs.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`
}

/** Headers without those that a call leaves out. */
export function withoutUndefined(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined),
  )
}

/** The media types of the operation's success, because a caller accepts what it can read. */
const acceptOf = memoizeByObject(({ document, responses }: Operation): string => {
  const types = [...responses]
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, pointer]) => [...mediaTypesAt(document, pointer).keys()])
  return types.length > 0 ? [...new Set(types)].join(', ') : '*/*'
})

function writeBody(body: unknown, mediaType: string, credential: Credential | undefined): Buffer | undefined {
  if (mediaType === 'application/x-www-form-urlencoded' && typeof body !== 'string' && !(body instanceof Uint8Array)) {
    const fields = { ...credential?.form, ...(body as Record<string, string | undefined> | undefined) }
    return Buffer.from(new URLSearchParams(withoutUndefined(fields)).toString())
  }
  if (body === undefined) return undefined
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.length)
  if (typeof body === 'string') return Buffer.from(body)
  return Buffer.from(printJson(isMapping(body) ? { ...credential?.json, ...body } : body))
}

function writePath({ path, multiSegment }: Operation, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const text = [values[name]].flat().map(String)
    const encode = multiSegment
      ? (part: string) => part.split('/').map(encodeURIComponent).join('/')
      : encodeURIComponent
    return text.map(encode).join(',')
  })
}

/** Undocumented parameters have the usual style: a list repeats its name. */
function writeQuery(parameters: readonly Parameter[], values: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => {
    const parameter = parameters.find((one) => one.in === 'query' && one.name === name)
    return serializeParameter(name, value, parameterForm(name, 'query', parameter?.node ?? {})) ?? []
  })
  return pairs.join('&')
}

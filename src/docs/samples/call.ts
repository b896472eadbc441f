import { type DocumentNode, follow, isObject, nodeAt } from '../../contract/json-pointer.ts'
import type { Operation, Parameter } from '../../contract/operation.ts'
import { bodyIn, concreteType } from '../../contract/published/media-example.ts'
import { credentialHeaders } from '../../contract/security.ts'
import { printJson } from '../../json-text.ts'
import { addressOf, bodyText, exampleOf, mediaOf } from '../data/operations.ts'
import { baseUrlOf } from '../data/servers.ts'
import type { System } from '../data/system.ts'
import { queryPairs, simpleText } from './parameter-text.ts'

/** The documented call of an operation, with the examples of the document in their places. Samples and the form have the same. */
export interface Call {
  /** Its `operationId`. */
  operation: string
  method: string
  /** Base URL of the samples: the server of the document, or the mock where the document names none. */
  base: string
  /** Path of the base URL on the mock: `/orders/api`. */
  mount: string
  /** Path of the document, parameters in braces. */
  path: string
  /** Path and query, encoded. */
  target: string
  pathValues: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, unknown>
  /** All headers but those of the credential, as they are sent. */
  sentHeaders: [name: string, value: string][]
  accept: string | undefined
  /** The header of the credential; undefined where none is needed. */
  credential: { header: string; value: string } | undefined
  body: CallBody | undefined
  /** How the answer is read if it is not JSON. */
  parseAs: 'text' | 'arrayBuffer' | 'stream' | undefined
}

export interface CallBody {
  mediaType: string
  value: unknown
  /** The fields of a form; undefined for another body. */
  fields: FormField[] | undefined
  /** The whole body; empty for a multipart form, whose boundary a program chooses. */
  text: string
  /** True if the example of the document breaks its own schema, so that another value stands here. */
  isReplaced: boolean
}

export interface FormField {
  name: string
  value: string
  /** Name of the file, for a part that is one. */
  file?: string
  /** Media type of a part that is no plain text. */
  type?: string
}

/** Address of the mock in samples. A page replaces it by its own origin. */
export const sampleOrigin = 'http://127.0.0.1:4010'

/** Stands for a token that the reader has to request first. */
export const tokenMark = 'ACCESS_TOKEN'

export const formType = 'application/x-www-form-urlencoded'

/** OpenAPI says that these are ignored as parameters: media types and security schemes say the same. */
const ignoredHeaders = /^(accept|content-type|authorization)$/i

const calls = new WeakMap<Operation, Call>()

/** The call of an operation, made once for all that show it. */
export function callOf(system: System, operation: Operation): Call {
  const call = calls.get(operation) ?? composeCall(system, operation)
  calls.set(operation, call)
  return call
}

export function composeCall(system: System, operation: Operation): Call {
  const document = system.contract?.document ?? {}
  const { method, listVerb, path } = operation
  const parameters = operation.parameters.filter((one) => one.in !== 'header' || !ignoredHeaders.test(one.name))
  const required = parameters.filter((one) => one.required || (one.in === 'path' && path.includes(`{${one.name}}`)))
  const valuesIn = (place: string): Record<string, unknown> =>
    Object.fromEntries(
      required
        .filter((one) => one.in === place)
        .map((parameter) => [parameter.name, valueOfParameter(parameter, system)]),
    )
  const media = [...operation.responses]
    .filter(([status]) => /^[23d]/i.test(status))
    .flatMap(([, pointer]) => mediaOf(document, pointer))
  const schemes = requiredSchemes(document, operation)
  const sent = schemes.map((scheme) => ({ scheme, ...credentialHeaders(scheme, tokenOf(scheme)) }))
  const keysInQuery = Object.assign({}, ...sent.map(({ query = {} }) => query))
  const [pathValues, query, headers, cookies] = ['path', 'query', 'header', 'cookie'].map(valuesIn) as [
    Record<string, unknown>,
    Record<string, unknown>,
    Record<string, unknown>,
    Record<string, unknown>,
  ]
  const allQuery = { ...query, ...(listVerb ? { list: true } : {}), ...keysInQuery }
  const composed = composeBody(system, operation)
  // An empty form says nothing with a method that needs no body.
  const body = composed?.fields?.length === 0 && /^(get|head|delete)$/.test(method) ? undefined : composed
  const [credential, ...others] = sent.flatMap(({ scheme, headers: own }) => {
    const [[header, value] = []] = Object.entries(own ?? {})
    if (header === undefined || value === undefined || header === 'cookie') return []
    return [{ header: titleCase(header, scheme), value: seededValue(system, header) ?? value }]
  })
  const cookie = [
    ...Object.entries(cookies).map(([name, value]) => `${name}=${simpleText({ name }, value, encodePart)}`),
    ...sent.flatMap(({ headers: own }) => own?.cookie ?? []),
  ]
  const accept = media[0] && concreteType(media[0].mediaType)
  const mount = addressOf(system, operation).slice(0, -path.replace(/[?#].*$/, '').length)
  return {
    operation: operation.id,
    method: method.toUpperCase(),
    base: baseUrlOf(system, operation) ?? sampleOrigin + mount,
    mount,
    path,
    target: targetOf(path, required, pathValues, allQuery),
    pathValues,
    query: allQuery,
    headers,
    sentHeaders: [
      ...(accept === undefined ? [] : [['Accept', accept] as [string, string]]),
      ...others.map(({ header, value }): [string, string] => [header, value]),
      ...Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        simpleText({ ...styleOf(required, 'header', name), name }, value, String).replaceAll(/[^ -~]/g, '?'),
      ]),
      ...(cookie.length > 0 ? [['Cookie', cookie.join('; ')] as [string, string]] : []),
      ...(body && !body.mediaType.startsWith('multipart/')
        ? [['Content-Type', body.mediaType] as [string, string]]
        : []),
    ],
    accept,
    credential,
    body,
    parseAs: parseAs(media[0]),
  }
}

/** A value that the document shows and its schema allows, or one that is made up. */
function valueOfParameter({ name, node }: Parameter, system: System): unknown {
  const document = system.contract?.document ?? {}
  const [content] = Object.values(isObject(node.content) ? node.content : {})
  const described = isObject(content) ? { ...content, ...node } : node
  const shown = exampleOf(document, described)
  const { published } = system
  const value =
    published === undefined || (shown !== undefined && published.accepts(described.schema ?? {}, shown))
      ? shown
      : published.sample(described.schema ?? {}, name)
  // An empty segment would be another path.
  if (value === '' && published?.accepts(described.schema ?? {}, 'x')) return 'x'
  return content === undefined ? value : printJson(value)
}

function composeBody(system: System, { requestBody, node }: Operation): CallBody | undefined {
  const document = system.contract?.document ?? {}
  const types = [...requestBody]
  const preferred = [/^application\/(.*\+)?json\b/, /^application\/x-www-form-urlencoded/, /^multipart\/form-data/]
  const [mediaType, pointer] =
    preferred.flatMap((kind) => types.find(([type]) => kind.test(type)) ?? [])[0] === undefined
      ? (types[0] ?? [])
      : (preferred.flatMap((kind) => types.filter(([type]) => kind.test(type)))[0] ?? [])
  if (mediaType === undefined || pointer === undefined || node.requestBody === undefined) return undefined
  const media = nodeAt(document, pointer) ?? {}
  const { published } = system
  const shown = exampleOf(document, media)
  const isUsable = shown !== undefined && (!published || published.accepts(media.schema ?? {}, shown))
  const value =
    isUsable || !published
      ? shown
      : shorten(published.sample(media.schema ?? {}, 'text'), (one) => published.accepts(media.schema ?? {}, one))
  const type = concreteType(mediaType)
  const fields = formFields(type, value, media, document)
  return {
    mediaType: type,
    value,
    fields,
    text: fields ? formText(type, fields) : textBody(type, value),
    isReplaced: shown !== undefined && !isUsable,
  }
}

/** A made-up body that is longer hides what it shows. */
const maxLength = 900

/** Leaves out members that a made-up value need not have, the last first, until it is short. */
function shorten(value: unknown, isValid: (value: unknown) => boolean, depth = 0): unknown {
  if (!isObject(value) || Array.isArray(value) || depth > 3) return value
  let short: Record<string, unknown> = value
  for (const name of Object.keys(value).reverse()) {
    if (printJson(short).length <= maxLength) return short
    const { [name]: member, ...rest } = short
    if (isValid(rest)) short = rest
    else short = { ...short, [name]: shorten(member, (one) => isValid({ ...short, [name]: one }), depth + 1) }
  }
  return short
}

function formText(type: string, fields: readonly FormField[]): string {
  return type === formType
    ? new URLSearchParams(fields.map(({ name, value }): [string, string] => [name, value])).toString()
    : ''
}

function textBody(type: string, value: unknown): string {
  if (/[/+]json\b/.test(type)) return bodyText(type, value)
  const body = bodyIn(type, value, 'root')
  return typeof body === 'string' ? body : body instanceof Uint8Array ? 'example' : bodyText(type, body)
}

/** An object as the fields of a form: an object in it is JSON, and a file has a name. */
function formFields(type: string, value: unknown, media: DocumentNode, document: DocumentNode) {
  const isMultipart = type.startsWith('multipart/')
  if (!isMultipart && type !== formType) return undefined
  const { properties = {} } = isObject(media.schema) ? follow(document, media.schema) : {}
  const encoding = Object(media.encoding) as Record<string, DocumentNode | undefined>
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, member]): FormField[] => {
    const { style, explode, contentType } = Object(encoding[name]) as { [name: string]: never }
    const schema = follow(document, Object(Object(properties)[name]))
    const { format, contentMediaType } = follow(document, Object(schema.items ?? schema))
    const isFile = format === 'binary' || contentMediaType === 'application/octet-stream'
    if (isMultipart && (isFile || isObject(member))) {
      const [firstType] = String(contentType ?? (isFile ? 'application/octet-stream' : 'application/json')).split(',')
      return [member].flat().map((one): FormField => {
        const text = typeof one === 'string' ? one : printJson(one)
        if (!isFile && typeof one === 'string') return { name, value: text }
        return { name, value: text, type: concreteType(firstType ?? ''), ...(isFile && { file: `${name}.bin` }) }
      })
    }
    return queryPairs({ name, style, explode }, member).map(([key, text]) => ({ name: key, value: text }))
  })
}

function parseAs(media: { mediaType: string; node: DocumentNode } | undefined): Call['parseAs'] {
  if (!media) return undefined
  if (media.node['x-json-sequence'] === true) return 'stream'
  if (/[/+]json\b/.test(media.mediaType)) return undefined
  return media.mediaType.startsWith('text/') ? 'text' : 'arrayBuffer'
}

/** The security schemes of the first requirement. */
function requiredSchemes(document: DocumentNode, { node }: Operation): DocumentNode[] {
  const requirements = node.security ?? document.security
  const names = Object.keys(Object(Array.isArray(requirements) ? requirements[0] : undefined))
  const known = nodeAt(document, '/components/securitySchemes') ?? {}
  return names.flatMap((name) => {
    const scheme = Object.hasOwn(known, name) ? known[name] : undefined
    return isObject(scheme) ? [follow(document, scheme)] : []
  })
}

/** What a reader replaces by a credential of their own. */
export function tokenOf({ type, scheme }: DocumentNode): string {
  if (type === 'apiKey' && scheme === undefined) return 'YOUR_KEY'
  return String(scheme).toLowerCase() === 'basic' ? 'user:password' : tokenMark
}

/** The value of the mock's seed, where it has one. */
function seededValue({ credentials, published }: System, header: string): string | undefined {
  const choices = published ? credentials : credentials.slice(0, 1)
  const own = choices.find(({ headers }) => Object.hasOwn(headers, header) && headers[header] !== undefined)
  return own?.headers[header]
}

function titleCase(header: string, { type, name }: DocumentNode): string {
  return type === 'apiKey' ? String(name) : header === 'authorization' ? 'Authorization' : header
}

function styleOf(parameters: readonly Parameter[], place: string, name: string): object {
  const { style, explode } = parameters.find((one) => one.in === place && one.name === name)?.node ?? {}
  return { style, explode }
}

function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** The path and the query of a call. A value may hold `/` where the path allows it. */
export function targetOf(
  path: string,
  parameters: readonly Parameter[],
  pathValues: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const segments = (text: string) => text.split('/').map(encodePart).join('/')
  const filled = path.replace(/[?#].*$/, '').replace(/\{([^}]+)\}/g, (_, name) => {
    const isMultiple = parameters.some((one) => one.name === name && one.node['x-multi-segment'] === true)
    return simpleText(
      { ...styleOf(parameters, 'path', name), name },
      pathValues[name],
      isMultiple ? segments : encodePart,
    )
  })
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    queryPairs({ ...styleOf(parameters, 'query', name), name }, value).map(
      ([key, text]) => `${encodePart(key)}=${encodePart(text)}`,
    ),
  )
  return filled + (pairs.length === 0 ? '' : `?${pairs.join('&')}`)
}

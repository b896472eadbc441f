import { type Encodings, isJson, serializeBody } from '../../client/body.ts'
import { clientNames } from '../../contract/client-names.ts'
import { anyNames, findCollections } from '../../contract/collections/collections.ts'
import { mayBeKey, shownIds } from '../../contract/collections/record-form.ts'
import { type DocumentNode, follow, isObject, nodeAt } from '../../contract/json-pointer.ts'
import { concreteType, parseMediaType } from '../../contract/media-type.ts'
import { type Operation, type Parameter, sentParameters } from '../../contract/operation.ts'
import { bodyIn } from '../../contract/published/media-example.ts'
import { sampleOf } from '../../contract/schema/make-sample.ts'
import { acceptsIn, schemasOf } from '../../contract/schema/schemas.ts'
import { credentialHeaders, joinCredentials, securitySchemesOf } from '../../contract/security.ts'
import { isJsonSequence } from '../../contract/wire/sequence.ts'
import { printJson } from '../../json-text.ts'
import { getOrAdd, memoizeByObject } from '../../memoize.ts'
import { product } from '../../product.ts'
import { addressOf, bodyText, exampleOf, examplesOf, mediaOf } from '../data/operations.ts'
import { type ApiServer, baseUrlOf } from '../data/servers.ts'
import type { System } from '../data/system.ts'
import { formType, namedPlaces, parameterText, type SentParameter, sampleOrigin, secretOf } from './target.ts'

/** The documented call of an operation, with the examples of the document in their places. Samples and the form of its page are made of it. */
export interface Call {
  method: string
  /** Base URL of the samples: the server of the document, or the mock where the document names none. */
  base: string
  /** Path of the base URL on the mock: `/orders/api`. */
  mount: string
  /** Path of the document, parameters in braces. */
  path: string
  parameters: CallParameter[]
  /** All headers but those of the credential, as they are sent. */
  sentHeaders: [name: string, value: string][]
  /** The header of the credential; undefined where none is needed. */
  credential: { header: string; value: string } | undefined
  body: CallBody | undefined
  /** How the answer is read if it is not JSON. */
  parseAs: 'text' | 'arrayBuffer' | 'stream' | undefined
  /** True for a listing that a separate verb reaches, too. */
  hasListVerb: boolean | undefined
  /** How the generated client calls it; undefined where there is none. */
  client: CallByClient | undefined
}

/** What a page has of the call of its operation. */
export interface PageCall extends Call {
  /** Those of the operation; absent where it has those of the document. */
  servers?: ApiServer[]
}

/** A parameter with the value that samples send; they leave out one without a value. */
export interface CallParameter extends SentParameter {
  isCredential?: boolean
  /** How the form asks for it; the form asks for no credential and no cookie. */
  input?: CallInput
}

interface CallInput {
  required?: true
  type?: string | undefined
  format?: string | undefined
  choices?: string[]
  /** What the document shows. */
  example?: string
}

export interface CallBody {
  mediaType: string
  value: unknown
  /** The fields of a form; undefined for another body. */
  fields: FormField[] | undefined
  /** The whole body; empty for a multipart form, whose boundary a program chooses. */
  text: string
  /** True if the example of the document breaks its own schema, so that another value stands here. */
  isReplaced: boolean | undefined
  isRequired: boolean | undefined
  /** What the form offers to begin with, where the document has several examples. */
  examples: { name: string; value: unknown }[] | undefined
}

export interface FormField {
  name: string
  value: string
  /** Name of the file, for a part that is one. */
  file?: string
  /** Media type of a part that is no plain text. */
  type?: string
}

export interface CallByClient {
  create: string
  name: string
  /** What is imported. */
  from: string
  /** By the name of its security scheme. */
  credentials: [scheme: string, secret: string][]
}

/** Stands for a token that the reader has to request first. */
export const tokenMark = 'ACCESS_TOKEN'

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
  const schemes = requiredSchemes(document, operation)
  const shown = joinCredentials(schemes.flatMap(([, scheme]) => credentialHeaders(scheme, tokenOf(scheme)) ?? []))
  const keys = Object.entries(shown.query).map(
    ([name, value]): CallParameter => ({ in: 'query', name, value, isCredential: true }),
  )
  const added: CallParameter[] = listVerb ? [{ in: 'query', name: 'list', value: true }, ...keys] : keys
  const isAdded = (one: Parameter) => one.in === 'query' && added.some(({ name }) => name === one.name)
  const parameters: CallParameter[] = [
    ...sentParameters(operation)
      .filter((one) => !isAdded(one))
      .map((one) => {
        const isNeeded = one.required || one.in === 'path'
        const value = isNeeded ? valueOfParameter(one, system, operation) : undefined
        const sent = sentParameter(one, value)
        return one.in === 'cookie' ? sent : { ...sent, input: inputOf(document, one, value, isNeeded) }
      }),
    ...added,
  ]
  const at = (place: SentParameter['in']) => parameters.filter((one) => one.in === place && one.value !== undefined)
  const [media] = [...operation.responses]
    .filter(([status]) => /^[23d]/i.test(status))
    .flatMap(([, pointer]) => mediaOf(document, pointer))
  const accept = media && concreteType(media.mediaType)
  const composed = composeBody(system, operation)
  // An empty form says nothing with a method that needs no body.
  const body = composed?.fields?.length === 0 && /^(get|head|delete)$/.test(method) ? undefined : composed
  const { cookie, ...secrets } = shown.headers
  const [credential, ...secondary] = Object.entries(secrets).map(([name, value]) => ({
    header: writtenName(name, schemes),
    value: seededValue(system, name) ?? value,
  }))
  const headers: [name: string, value: string | undefined][] = [
    ['Accept', accept],
    ...secondary.map(({ header, value }): [string, string] => [header, value]),
    ...at('header').map((one): [string, string] => [one.name, parameterText(one).replaceAll(/[^ -~]/g, '?')]),
    ['Cookie', [...at('cookie').map(parameterText), cookie].filter(Boolean).join('; ') || undefined],
    // A program chooses the boundary of a multipart form.
    ['Content-Type', body?.mediaType.startsWith('multipart/') ? undefined : body?.mediaType],
  ]
  const mount = addressOf(system, operation).slice(0, -path.replace(/[?#].*$/, '').length)
  return {
    method: method.toUpperCase(),
    base: baseUrlOf(system, operation) ?? sampleOrigin + mount,
    mount,
    path,
    parameters,
    sentHeaders: headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    credential,
    body,
    parseAs: parseAs(media),
    hasListVerb: listVerb || undefined,
    client: clientOf(system, operation, schemes, credential?.value),
  }
}

const maxChoices = 300

function inputOf(document: DocumentNode, { node }: Parameter, value: unknown, isNeeded: boolean): CallInput {
  const schema = isObject(node.schema) ? follow(document, node.schema) : {}
  const { enum: values, format } = schema
  const [example] = examplesOf(document, node)
  const type = Array.isArray(value) ? 'array' : [schema.type].flat().find((one) => one !== 'null')
  const choices = Array.isArray(values) ? values.slice(0, maxChoices).map(String) : []
  return {
    ...(isNeeded && { required: true as const }),
    ...(type !== 'string' && typeof type === 'string' && { type }),
    ...(typeof format === 'string' && { format }),
    ...(choices.length > 0 && { choices }),
    ...(example?.value !== undefined && { example: plain(example.value) }),
  }
}

function plain(value: unknown): string {
  return isObject(value) ? printJson(value) : String(value)
}

const namesOf = memoizeByObject(clientNames)

function clientOf(
  { name: system, published, contract }: System,
  { id }: Operation,
  schemes: readonly [name: string, scheme: DocumentNode][],
  sent: string | undefined,
): CallByClient | undefined {
  if (!contract || published?.isInWorkspace === false) return undefined
  const { create, functions } = namesOf(contract)
  const credentials = schemes.map(([key, scheme], at): [string, string] => [
    key,
    at === 0 && sent !== undefined ? secretOf(sent) : tokenOf(scheme),
  ])
  const from = published ? `./generated/${system}/client.ts` : `${product}/${system}`
  return { create, name: functions.get(id) ?? '', from, credentials }
}

/** A parameter with a value, in the form of the document. */
export function sentParameter(
  { name, in: place, node }: { name: string; in: string; node: DocumentNode },
  value: unknown,
): SentParameter {
  const { style, explode, allowReserved } = node as { [name: string]: never }
  return {
    // A whole query string has no style.
    in: (place === 'querystring' ? 'query' : place) as SentParameter['in'],
    name,
    value,
    style,
    explode,
    allowReserved,
    ...(node['x-multi-segment'] === true && { segments: true }),
  }
}

/** A value that the document shows and its schema allows, the address of a record that the mock has, or one that is made up. */
function valueOfParameter({ name, in: place, node }: Parameter, system: System, operation: Operation): unknown {
  const { document } = operation
  const [content] = Object.values(isObject(node.content) ? node.content : {})
  const described = isObject(content) ? { ...content, ...node } : node
  const { schema = {} } = described
  const value =
    usable(document, schema, exampleOf(document, described)) ??
    (place === 'path' ? recordId(system, operation, name, schema) : madeUp(document, schema, name))
  // An empty segment would be another path.
  if (value === '' && acceptsIn(document, schema, 'x')) return 'x'
  return content === undefined ? value : printJson(value)
}

function usable(document: DocumentNode, schema: unknown, value: unknown): unknown {
  return value !== undefined && acceptsIn(document, schema, value) ? value : undefined
}

const samplesOf = memoizeByObject((_: DocumentNode) => new Map<string, unknown>())

function madeUp(document: DocumentNode, schema: unknown, hint: string): unknown {
  const schemas = schemasOf(document, { side: 'request' })
  const make = () => sampleOf(schema, { schemas, hint }).value
  return getOrAdd(samplesOf(document), `${hint} ${printJson(schema)}`, make)
}

const collectionsOf = memoizeByObject(({ contract }: System) => {
  const found = findCollections([...(contract?.operations.values() ?? [])])
  return new Map(found.map((one) => [anyNames(`${one.path}/{}`), one]))
})

/** The record that the mock has at a parameter of a path: `/shops/{shopId}/items` needs a shop. */
function recordId(system: System, { path, document }: Operation, name: string, schema: unknown): unknown {
  const [before = ''] = path.split(`{${name}}`)
  const collection = collectionsOf(system).get(anyNames(`${before}{}`))
  const made = madeUp(document, schema, name)
  if (!collection || mayBeKey(collection, made)) return made
  return usable(document, schema, shownIds(collection).at(-1)) ?? made
}

/** What a sample sends if it can; any other media type comes after these. */
const preferred = [/^application\/(.*\+)?json\b/, /^application\/x-www-form-urlencoded/, /^multipart\/form-data/]

function composeBody(system: System, { requestBody, node }: Operation): CallBody | undefined {
  const document = system.contract?.document ?? {}
  const rank = (type: string) => preferred.findIndex((kind) => kind.test(type)) >>> 0
  const [[mediaType, pointer] = []] = [...requestBody].sort(([one], [other]) => rank(one) - rank(other))
  if (mediaType === undefined || pointer === undefined || node.requestBody === undefined) return undefined
  const media = nodeAt(document, pointer) ?? {}
  const { schema = {} } = media
  const shown = exampleOf(document, media)
  const value =
    usable(document, schema, shown) ??
    shorten(madeUp(document, schema, 'text'), (one) => acceptsIn(document, schema, one))
  const type = concreteType(mediaType)
  const isForm = type === formType
  const written = isForm ? formText(value, media) : textBody(type, value, document, pointer)
  const text = type.startsWith('multipart/') ? '' : written
  const pairs = isForm
    ? [...new URLSearchParams(text)].map(([name, one]): FormField => ({ name, value: one }))
    : undefined
  const fields = type.startsWith('multipart/') ? partsOf(value, media, document) : pairs
  const examples = examplesOf(document, media).filter((one) => one.value !== undefined)
  return {
    mediaType: type,
    value,
    fields,
    text,
    isReplaced: (shown !== undefined && value !== shown) || undefined,
    isRequired: (isObject(node.requestBody) && follow(document, node.requestBody).required === true) || undefined,
    examples: examples.length > 1 ? examples.map(({ name, value }) => ({ name, value })) : undefined,
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

function formText(value: unknown, { encoding }: DocumentNode): string {
  const encodings = Object(encoding) as Encodings
  if (!isObject(value)) return String(value ?? '')
  const members = Object.entries(value).map(([name, one]) => [name, namedPlaces(one, encodings[name]?.style)])
  return String(serializeBody(Object.fromEntries(members), formType, encodings))
}

function textBody(type: string, value: unknown, document: DocumentNode, media: string): string {
  if (isJson(type)) return bodyText(type, value)
  const body = bodyIn(type, value, document, media)
  return typeof body === 'string' ? body : body instanceof Uint8Array ? 'example' : bodyText(type, body)
}

/** An object as the parts of a form: an object in it is JSON, and a file has a name. */
function partsOf(value: unknown, media: DocumentNode, document: DocumentNode): FormField[] {
  const encodings = Object(media.encoding) as Encodings
  const { properties = {} } = isObject(media.schema) ? follow(document, media.schema) : {}
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, member]) => {
    const schema = follow(document, Object(Object(properties)[name]))
    const { format, contentMediaType } = follow(document, Object(schema.items ?? schema))
    const isFile = format === 'binary' || contentMediaType === 'application/octet-stream'
    const usual = isFile ? 'application/octet-stream' : 'application/json'
    return [member].flat().map((one): FormField => {
      const text = typeof one === 'string' ? one : printJson(one)
      if (!isFile && !isObject(one)) return { name, value: text }
      const [partType = usual] = encodings[name]?.contentType?.split(',') ?? []
      return { name, value: text, type: concreteType(partType), ...(isFile && { file: `${name}.bin` }) }
    })
  })
}

function parseAs(media: { mediaType: string; node: DocumentNode } | undefined): Call['parseAs'] {
  if (!media) return undefined
  const { node } = media
  // The sample asks for a range of types by one of it.
  const mediaType = concreteType(media.mediaType)
  const type = parseMediaType(mediaType) ?? ''
  const isOfItems = node['x-json-sequence'] === true || node.itemSchema !== undefined
  if (isOfItems || type === 'text/event-stream' || isJsonSequence(type)) return 'stream'
  if (isJson(mediaType)) return undefined
  return /^text\/|[/+-](xml|yaml|urlencoded|javascript)\b/i.test(mediaType) ? 'text' : 'arrayBuffer'
}

/** The security schemes of the first requirement, by their names. */
function requiredSchemes(document: DocumentNode, { node }: Operation): [name: string, scheme: DocumentNode][] {
  const [first] = [node.security ?? document.security].flat()
  const known = securitySchemesOf(document)
  return Object.keys(Object(first)).flatMap((name) => {
    const scheme = known.get(name)
    return scheme ? [[name, scheme]] : []
  })
}

/** What a reader replaces by their own credential. */
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

/** The name of a header as the document has it. */
function writtenName(header: string, schemes: readonly [string, DocumentNode][]): string {
  const names = ['Authorization', ...schemes.map(([, { name }]) => String(name))]
  return names.find((name) => name.toLowerCase() === header) ?? header
}

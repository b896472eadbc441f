import type { ParameterForm } from '../../client/serialize.ts'
import { clientNames } from '../../contract/client-names.ts'
import { below, type DocumentNode, follow, isMapping } from '../../contract/json-pointer.ts'
import { parseMediaType } from '../../contract/media-type.ts'
import { identifyOperations, methodsOf } from '../../contract/operation.ts'
import { bodyKindOf } from '../../contract/wire/body.ts'
import { parameterForm } from '../../contract/wire/style.ts'
import type { Side } from './kinds.ts'

/** What a message may have in one place: a parameter, a header, or its body. */
export interface WireField {
  place: ParameterForm['in'] | 'querystring' | 'body'
  name: string
  /** `query limit`; empty for the body of an answer. */
  label: string
  isRequired: boolean
  /** How a value of it is written, if it is no body. */
  form: ParameterForm
  /** Media type of a parameter with `content`. */
  mediaType?: string | undefined
  /** By media type; of a parameter by an empty one. */
  content: ReadonlyMap<string, WireMedia>
  node: DocumentNode
}

/** A part of a form. */
export interface WirePart {
  /** Media types that it may have: those that `encoding` names, or else the usual one of its schema. */
  types: readonly string[]
  style: string
  allowsReserved: boolean
  /** It has one text, in any style. */
  isScalar: boolean
  headers: Fields
}

/** What a field has in one media type. */
export interface WireMedia {
  schema: unknown
  itemSchema?: unknown
  /** All values in it are text. */
  isText: boolean
  /** Names of the parts that `encoding` describes. */
  encoded: readonly string[]
  /** Undefined for one that the schema does not name. */
  part(name: string): WirePart | undefined
  /** Pointer of its schema. */
  pointer: string
}

/** The fields of a message, by place and name; of the path by place and position, since names of path parameters are not sent. */
export type Fields = ReadonlyMap<string, WireField>

/** A request, or an answer. */
export interface WireMessage {
  /** `answer 200`; empty for a request. */
  place: string
  /** Undefined for a request. */
  status?: string
  side: Side
  fields: Fields
  links: ReadonlyMap<string, unknown>
}

/** Scopes by the schemes that one credential needs, as they are sent. */
export type Credential = ReadonlyMap<string, ReadonlySet<string>>

/** An operation as a caller sees it. */
export interface WireOperation {
  /** `GET /orders/{id}`, `webhook orderCreated POST` */
  name: string
  method: string
  /** Path template, with the names of its parameters. */
  path: string
  /** The server sends the request: a webhook or a callback. */
  isInbound: boolean
  /** It is one of the older document. */
  isOld: boolean
  pointer: string
  node: DocumentNode
  /** Name of its function in a generated client. */
  call: string | undefined
  request: WireMessage
  /** By status: `200`, `4XX`, `default`. */
  answers: ReadonlyMap<string, WireMessage>
  /** The credentials of which one is enough. */
  credentials: readonly Credential[]
  /** Where callers get their tokens: a flow and its address. */
  tokenUrls: readonly string[]
  /** Base URLs, with the values of their variables; `{}` stands for any value. */
  bases: readonly string[]
  /** Those of callers who choose no values. */
  usualBases: readonly string[]
  /** The servers are those of the whole document. */
  hasDocumentServers: boolean
}

/** The operations of a document by what identifies them on the wire: `GET /orders/{}`. */
export type WireForm = ReadonlyMap<string, WireOperation>

/** @param document in the form of `readDocument` */
export function wireForm(document: DocumentNode, isOld: boolean): WireForm {
  const form = new Map<string, WireOperation>()
  const paths = Object.entries(Object(document.paths)).filter((entry): entry is [string, DocumentNode] =>
    isMapping(entry[1]),
  )
  const operations = identifyOperations(paths.map(([path, item]) => [path, follow(document, item)]))
  const names = clientNames({ name: '', operations: new Map(operations.map((one) => [one.id, one])) }).functions
  const calls = new Map(operations.map(({ id, node }) => [node, names.get(id)]))
  const add = (label: string, path: string, item: DocumentNode, pointer: string, inherited?: unknown) => {
    for (const { method, names: keys, node } of methodsOf(item)) {
      const at = below(pointer, ...keys)
      const servers = node.servers ?? item.servers
      const template = templateOf(path)
      const isInbound = label !== ''
      const [sent, received] = isInbound ? (['response', 'request'] as const) : (['request', 'response'] as const)
      const lists = [item.parameters, node.parameters].flatMap((list) => (Array.isArray(list) ? list : []))
      const operation = {
        path,
        isInbound,
        isOld,
        pointer: at,
        node,
        call: calls.get(node),
        request: {
          place: '',
          side: sent,
          fields: new Map([
            ...fieldsOf(document, lists, path),
            ...bodyOf(document, node.requestBody, 'body', below(at, 'requestBody')),
          ]),
          links: new Map<string, unknown>(),
        },
        answers: answersOf(document, node.responses, received, below(at, 'responses')),
        ...securityOf(document, node),
        ...basesOf(servers ?? document.servers ?? inherited),
        hasDocumentServers: servers === undefined,
      }
      const others = (node['x-also-accepts'] ?? []) as string[]
      for (const verb of [method, ...(node['x-list-verb'] === true ? ['LIST'] : []), ...others]) {
        // Methods of `additionalOperations` are sent as they are written.
        const sent = keys.length > 1 ? verb : verb.toUpperCase()
        const name = `${label}${sent} ${path}`
        // The expression of a callback says where it is sent.
        const key = `${label}${sent} ${label.startsWith('callback ') ? path : template}`
        // Some templates differ only in the names of their parameters.
        form.set(form.has(key) ? name : key, { ...operation, name, method: sent })
      }
      for (const [callback, items] of Object.entries(Object(node.callbacks)))
        for (const [address, one] of Object.entries(follow(document, Object(items))))
          if (isMapping(one)) {
            const of = `callback ${callback} of ${label}${method.toUpperCase()} ${template}: `
            add(of, address, one, below(at, 'callbacks', callback, address))
          }
    }
  }
  for (const [folder, label] of [
    ['paths', ''],
    ['webhooks', 'webhook '],
  ] as const)
    for (const [path, item] of Object.entries(Object(document[folder])))
      if (isMapping(item)) add(label, path, follow(document, item), below('', folder, path))
  return form
}

/** Without the names of parameters. */
export function templateOf(path: string): string {
  return path.replaceAll(/\{[^{}]+\}/g, '{}')
}

function entriesOf(map: unknown): [name: string, node: DocumentNode][] {
  return Object.entries(Object(map))
}

/** Headers that OpenAPI says by media types and security schemes. */
const ignored = /^(accept|content-type|authorization)$/i

/** A parameter of the operation comes last, and replaces the path's of the same name. */
function fieldsOf(document: DocumentNode, nodes: readonly DocumentNode[], path = ''): Map<string, WireField> {
  const positions = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name)
  return new Map(
    nodes.flatMap((one): [string, WireField][] => {
      const node = follow(document, Object(one))
      const [place, name] = [node.in as WireField['place'], String(node.name)]
      if (place === 'header' && ignored.test(name)) return []
      const key = place === 'path' ? positions.indexOf(name) + 1 : place === 'header' ? name.toLowerCase() : name
      return [[`${place} ${key}`, fieldOf(node, place, name)]]
    }),
  )
}

function headersOf(document: DocumentNode, headers: unknown): Map<string, WireField> {
  const nodes = entriesOf(headers).map(([name, one]) => ({ ...follow(document, Object(one)), in: 'header', name }))
  return fieldsOf(document, nodes)
}

const formType = 'application/x-www-form-urlencoded'

function fieldOf(node: DocumentNode, place: WireField['place'], name: string): WireField {
  const [[mediaType, media] = [undefined, node]] = entriesOf(node.content)
  const isWhole = place === 'querystring' && mediaType !== formType
  const { style, explode, allowReserved } = parameterForm(name, place as ParameterForm['in'], node)
  return {
    place,
    name,
    label: `${place} ${name}`,
    isRequired: node.required === true || place === 'path',
    form: {
      ...(place === 'querystring'
        ? { in: 'query', style: 'form', explode: true, whole: isWhole }
        : { in: place as ParameterForm['in'], style, explode, allowReserved }),
      json: mediaType !== undefined && mediaType !== formType,
    },
    mediaType,
    content: new Map([['', mediaOf(media.schema, mediaType === undefined || mediaType === formType)]]),
    node,
  }
}

function mediaOf(schema: unknown, isText: boolean): WireMedia {
  return { schema, isText, encoded: [], part: () => undefined, pointer: '' }
}

/** The parameters that a form in the whole query stands for; undefined for another field. */
export function partsOfQuery(
  { place, mediaType, content, isRequired }: WireField,
  document: DocumentNode,
): Fields | undefined {
  const { properties, required } = follow(document, Object(content.get('')?.schema))
  if (place !== 'querystring' || mediaType !== formType || !isMapping(properties)) return undefined
  const names = Array.isArray(required) && isRequired ? required : []
  const nodes = Object.entries(properties).map(([name, schema]) => ({
    in: 'query',
    name,
    schema,
    required: names.includes(name),
  }))
  return fieldsOf(document, nodes)
}

function answersOf(document: DocumentNode, responses: unknown, side: Side, pointer: string): Map<string, WireMessage> {
  const all = entriesOf(responses).filter(([status]) => !/^x-/.test(status))
  return new Map(
    all.map(([status, one]) => {
      const node = follow(document, Object(one))
      const links = entriesOf(node.links).map(([name, link]) => {
        const { description: _, ...target } = follow(document, Object(link))
        return [name, target] as const
      })
      const body = Object.keys(Object(node.content)).length === 0 ? undefined : node
      const fields = new Map([
        ...bodyOf(document, body, '', below(pointer, status)),
        ...headersOf(document, node.headers),
      ])
      return [status, { place: `answer ${status}`, status, side, fields, links: new Map(links) }]
    }),
  )
}

/** A body, if there is one. */
function bodyOf(document: DocumentNode, given: unknown, label: string, pointer: string): [string, WireField][] {
  if (given === undefined) return []
  const node = follow(document, Object(given))
  const content = entriesOf(node.content).map(([type, media]): [string, WireMedia] => {
    const kind = bodyKindOf(parseMediaType(type) ?? type)
    const encoding = Object(media.encoding) as Record<string, DocumentNode>
    const schema =
      kind === 'multipart'
        ? withTexts(document, media.schema)
        : kind === 'bytes' && isBytes(document, media.schema)
          ? text
          : media.schema
    return [
      type,
      {
        schema,
        itemSchema: media.itemSchema,
        isText: /^(form|multipart|xml)$/.test(kind),
        encoded: Object.keys(encoding),
        part: (name) => partOf(document, media.schema, name, encoding[name] ?? {}),
        pointer: below(pointer, 'content', type, 'schema'),
      },
    ]
  })
  const isRequired = node.required === true
  const form = { in: 'query' } as const
  return [['body', { place: 'body', name: '', label, isRequired, form, content: new Map(content), node }]]
}

const isScalarType = /^(string|number|integer|boolean)$/

function partOf(document: DocumentNode, whole: unknown, name: string, encoding: DocumentNode): WirePart | undefined {
  const { properties } = follow(document, Object(whole))
  if (isMapping(properties) && !Object.hasOwn(properties, name)) return undefined
  const schema = follow(document, Object(Object(properties)[name]))
  const { style, explode, allowReserved } = parameterForm(name, 'query', encoding)
  return {
    types: typeof encoding.contentType === 'string' ? encoding.contentType.split(/\s*,\s*/) : usualTypes(schema),
    style: `${style} ${explode}`,
    allowsReserved: allowReserved === true,
    isScalar: isScalarType.test(String(schema.type)),
    headers: headersOf(document, encoding.headers),
  }
}

function usualTypes({ type, items, contentEncoding, format }: DocumentNode): string[] {
  if (type === 'array') return usualTypes(Object(items))
  if (type === 'object') return ['application/json']
  const isText = isScalarType.test(String(type)) && contentEncoding === undefined && format !== 'binary'
  return isText ? ['text/plain'] : []
}

const text = { type: 'string' }

/** A schema of bytes says so by `format: binary`, by `contentMediaType`, or not at all. */
function isBytes(document: DocumentNode, schema: unknown): boolean {
  const { type, format, ...rest } = follow(document, Object(schema))
  const isPlain = Object.keys(rest).every((key) => /^(content|title|description|example|deprecated|x-)/.test(key))
  return isPlain && (type === undefined || (type === 'string' && format === 'binary'))
}

const formsOfTexts = new WeakMap<object, unknown>()

/** The schema of a form, in which all bytes are written in one way. */
function withTexts(document: DocumentNode, schema: unknown): unknown {
  const { properties, ...rest } = follow(document, Object(schema))
  const entries = Object.entries(Object(properties) as Record<string, DocumentNode>)
  const parts = entries.map(([name, part]): [string, unknown] => {
    if (isBytes(document, part)) return [name, text]
    const { type, items } = follow(document, part)
    return [name, type === 'array' && isBytes(document, items) ? { ...part, items: text } : part]
  })
  if (!isMapping(schema) || parts.every(([, part], index) => part === entries[index]?.[1])) return schema
  const form = formsOfTexts.get(schema) ?? { ...rest, properties: Object.fromEntries(parts) }
  formsOfTexts.set(schema, form)
  return form
}

function securityOf(document: DocumentNode, node: DocumentNode): Pick<WireOperation, 'credentials' | 'tokenUrls'> {
  const schemes = Object(Object(document.components).securitySchemes)
  const schemeOf = (name: string) => follow(document, Object(schemes[name]))
  const requirements = [node.security ?? document.security ?? []].flat().map((one) => Object.entries(Object(one)))
  const credentials = requirements.map(
    (all) =>
      new Map(
        all.map(([name, scopes]) => [describeScheme(schemeOf(name), name), new Set([scopes].flat() as string[])]),
      ),
  )
  const urls = requirements.flat().flatMap(([name]) => {
    const { flows, openIdConnectUrl } = schemeOf(name)
    const addresses = Object.entries(Object(flows)).map(([flow, urls]) => {
      const { tokenUrl, authorizationUrl } = Object(urls)
      return [flow, authorizationUrl, tokenUrl].filter((part) => part !== undefined).join(' ')
    })
    return [...addresses, ...(openIdConnectUrl === undefined ? [] : [String(openIdConnectUrl)])]
  })
  return { credentials: credentials.length === 0 ? [new Map()] : credentials, tokenUrls: [...new Set(urls)].sort() }
}

function describeScheme({ type, in: place, name, scheme }: DocumentNode, key: string): string {
  if (type === 'apiKey') return `${place} ${place === 'header' ? String(name).toLowerCase() : name}`
  if (type === 'http') return `http ${String(scheme).toLowerCase()}`
  return type === undefined ? key : String(type)
}

const maxBases = 100

function basesOf(servers: unknown): Pick<WireOperation, 'bases' | 'usualBases'> {
  const expand = (valuesOf: (variable: DocumentNode) => unknown[]) => {
    const all = (Array.isArray(servers) ? servers : []).flatMap((server) => {
      const { url, variables } = Object(server)
      return entriesOf(variables).reduce<string[]>(
        (urls, [name, variable]) =>
          urls
            .flatMap((one) => valuesOf(Object(variable)).map((each) => one.replaceAll(`{${name}}`, () => String(each))))
            .slice(0, maxBases),
        [String(url)],
      )
    })
    return [...new Set(all.map(normalizeBase))]
  }
  return {
    bases: expand(({ default: usual = '{}', enum: listed }) => [usual, ...(Array.isArray(listed) ? listed : ['{}'])]),
    usualBases: expand(({ default: usual = '{}' }) => [usual]),
  }
}

function normalizeBase(url: string): string {
  const withoutPort = url.replace(/^(https:\/\/[^/]+):443(?=\/|$)|^(http:\/\/[^/]+):80(?=\/|$)/i, '$1$2')
  return withoutPort.replace(/\/+$/, '').replace(/^https?:\/\/[^/]+/i, (origin) => origin.toLowerCase())
}

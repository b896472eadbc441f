import { clientNames } from '../../contract/client-names.ts'
import { below, type DocumentNode, follow, isMapping } from '../../contract/json-pointer.ts'
import { parseMediaType } from '../../contract/media-type.ts'
import { identifyOperations, methodsOf } from '../../contract/operation.ts'
import { bodyKindOf } from '../../contract/wire/body.ts'
import { parameterForm } from '../../contract/wire/style.ts'

/** A parameter of a request, or a header of an answer or of a part. */
export interface WireParameter {
  place: string
  name: string
  isRequired: boolean
  style: string
  isExploded: boolean
  schema: unknown
  /** Media type of a parameter with `content`. */
  mediaType?: string
  node: DocumentNode
}

/** A part of a form. */
export interface WirePart {
  /** Media types that it may have: those that `encoding` names, or else the usual one of its schema. */
  types: readonly string[]
  style: string
  /** It has one text, in any style. */
  isScalar: boolean
  headers: ReadonlyMap<string, WireParameter>
}

/** What a message has in one media type. */
export interface WireMedia {
  schema: unknown
  itemSchema: unknown
  /** Names of the parts that `encoding` describes. */
  encoded: readonly string[]
  /** Undefined for one that the schema does not name. */
  part(name: string): WirePart | undefined
  /** Pointer of its schema. */
  pointer: string
}

/** A body of a request, or an answer. */
export interface WireMessage {
  isRequired: boolean
  content: ReadonlyMap<string, WireMedia>
  headers: ReadonlyMap<string, WireParameter>
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
  /** By place and name; of the path by place and position, since names of path parameters are not sent. */
  parameters: ReadonlyMap<string, WireParameter>
  body: WireMessage | undefined
  /** By status: `200`, `4XX`, `default`. */
  answers: ReadonlyMap<string, WireMessage>
  /** The credentials of which one is enough. */
  credentials: readonly Credential[]
  /** Where callers get their tokens: a flow and its address. */
  tokenUrls: readonly string[]
  /** Base URLs, with the values of their variables. */
  bases: readonly string[]
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
      const operation = {
        path,
        isInbound: label !== '',
        isOld,
        pointer: at,
        node,
        call: calls.get(node),
        parameters: parametersOf(document, path, [item.parameters, node.parameters]),
        body:
          node.requestBody === undefined ? undefined : messageOf(document, node.requestBody, below(at, 'requestBody')),
        answers: mapOf(node.responses, (answer, status) => messageOf(document, answer, below(at, 'responses', status))),
        ...securityOf(document, node),
        bases: basesOf(servers ?? document.servers ?? inherited),
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

function mapOf<Value>(map: unknown, read: (node: DocumentNode, name: string) => Value): Map<string, Value> {
  const entries = Object.entries(Object(map) as Record<string, DocumentNode>).filter(([name]) => !/^x-/.test(name))
  return new Map(entries.map(([name, node]) => [name, read(node, name)]))
}

/** Headers that OpenAPI says by media types and security schemes. */
const ignored = /^(accept|content-type|authorization)$/i

function parametersOf(document: DocumentNode, path: string, lists: unknown[]): Map<string, WireParameter> {
  const positions = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name)
  // A parameter of the operation replaces the path's parameter of the same name, so it comes last.
  const all = lists.flatMap((list) => (Array.isArray(list) ? list : [])).map((one) => follow(document, Object(one)))
  return new Map(
    all.flatMap((node): [string, WireParameter][] => {
      const [place, name] = [String(node.in), String(node.name)]
      if (place === 'header' && ignored.test(name)) return []
      const key = place === 'path' ? positions.indexOf(name) + 1 : place === 'header' ? name.toLowerCase() : name
      return [[`${place} ${key}`, parameterOf(node, place, name)]]
    }),
  )
}

function parameterOf(node: DocumentNode, place: string, name: string): WireParameter {
  const [content] = Object.entries(Object(node.content) as Record<string, DocumentNode>)
  const { style, explode } = parameterForm(name, place === 'querystring' ? 'query' : (place as 'query'), node)
  return {
    place,
    name,
    isRequired: node.required === true || place === 'path',
    style,
    isExploded: explode,
    schema: content ? content[1].schema : node.schema,
    ...(content && { mediaType: content[0] }),
    node,
  }
}

function headersOf(document: DocumentNode, headers: unknown): Map<string, WireParameter> {
  const read = mapOf(headers, (node, name) => parameterOf(follow(document, Object(node)), 'header', name))
  return new Map([...read].map(([name, one]) => [name.toLowerCase(), one]))
}

function messageOf(document: DocumentNode, given: unknown, pointer: string): WireMessage {
  const node = follow(document, Object(given))
  return {
    isRequired: node.required === true,
    headers: headersOf(document, node.headers),
    links: mapOf(node.links, (link) => {
      const { description: _, ...target } = follow(document, Object(link))
      return target
    }),
    content: mapOf(node.content, (media, type): WireMedia => {
      const kind = bodyKindOf(parseMediaType(type) ?? type)
      const encoding = Object(media.encoding) as Record<string, DocumentNode>
      return {
        schema:
          kind === 'multipart'
            ? withTexts(document, media.schema)
            : kind === 'bytes' && isBytes(document, media.schema)
              ? text
              : media.schema,
        itemSchema: media.itemSchema,
        encoded: Object.keys(encoding),
        part: (name) => partOf(document, media.schema, name, encoding[name] ?? {}),
        pointer: below(pointer, 'content', type, 'schema'),
      }
    }),
  }
}

const isScalarType = /^(string|number|integer|boolean)$/

function partOf(document: DocumentNode, whole: unknown, name: string, encoding: DocumentNode): WirePart | undefined {
  const { properties } = follow(document, Object(whole))
  if (isMapping(properties) && !Object.hasOwn(properties, name)) return undefined
  const schema = follow(document, Object(Object(properties)[name]))
  const { style, explode } = parameterForm(name, 'query', encoding)
  return {
    types: typeof encoding.contentType === 'string' ? encoding.contentType.split(/\s*,\s*/) : usualTypes(schema),
    style: `${style} ${explode}`,
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

function basesOf(servers: unknown): string[] {
  const all = (Array.isArray(servers) ? servers : []).flatMap((server) => {
    const { url, variables } = Object(server)
    return Object.entries(Object(variables)).reduce<string[]>(
      (urls, [name, variable]) => {
        const { default: value, enum: allowed } = Object(variable)
        const values = new Set([value, ...(Array.isArray(allowed) ? allowed : [])].filter((one) => one !== undefined))
        return urls
          .flatMap((one) => [...values].map((each) => one.replaceAll(`{${name}}`, () => String(each))))
          .slice(0, maxBases)
      },
      [String(url)],
    )
  })
  return [...new Set(all.map(normalizeBase))]
}

function normalizeBase(url: string): string {
  const withoutPort = url.replace(/^(https:\/\/[^/]+):443(?=\/|$)|^(http:\/\/[^/]+):80(?=\/|$)/i, '$1$2')
  return withoutPort.replace(/\/+$/, '').replace(/^https?:\/\/[^/]+/i, (origin) => origin.toLowerCase())
}

import { type ParameterForm, serializeParameter } from '../../client/serialize.ts'
import { clientNames } from '../../contract/client-names.ts'
import { below, type DocumentNode, follow, isMapping } from '../../contract/json-pointer.ts'
import { isXml, parseMediaType } from '../../contract/media-type.ts'
import { identifyOperations, isIgnoredHeader, methodsOf } from '../../contract/operation.ts'
import { bodyKindOf } from '../../contract/wire/body.ts'
import { pointerView } from '../../contract/wire/schema-views.ts'
import { parameterForm } from '../../contract/wire/style.ts'
import { writeXml } from '../../contract/wire/xml.ts'
import { printJson } from '../../json-text.ts'
import type { Side } from './kinds.ts'

/** An operation as a caller sees it. */
export type WireOperation = ReturnType<typeof operationAt> & {
  /** `GET /orders/{id}`, `webhook orderCreated POST` */
  name: string
  method: string
  /** Name of its function in a generated client. */
  call: string | undefined
}

/** A request, or an answer. */
export interface WireMessage {
  /** `answer 200`; empty for a request. */
  place: string
  /** Undefined for a request. */
  status?: string
  /** Who sends it. */
  side: Side
  /** By place and name; of the path by place and position, since names of path parameters are not sent. */
  fields: ReadonlyMap<string, WireField>
  links: ReadonlyMap<string, unknown>
}

/** What a message may have in one place: a parameter, a header, or its body. */
export type WireField = ReturnType<typeof fieldOf>

/** What a field has in one media type. */
export type WireMedia = ReturnType<typeof mediaOf>

/** The operations of a document by what identifies them on the wire: `GET /orders/{}`. */
export type WireForm = ReadonlyMap<string, WireOperation>

/** @param document in the form of `readDocument` */
export function wireForm(document: DocumentNode, isOld: boolean): WireForm {
  const form = new Map<string, WireOperation>()
  const paths = entriesOf(document.paths).filter(([, item]) => isMapping(item))
  const operations = identifyOperations(paths.map(([path, item]) => [path, follow(document, item)]))
  const names = clientNames({ name: '', operations: new Map(operations.map((one) => [one.id, one])) }).functions
  const calls = new Map(operations.map(({ id, node }) => [node, names.get(id)]))
  const add = (label: string, path: string, item: DocumentNode, pointer: string) => {
    for (const { method, names: keys, node } of methodsOf(item)) {
      const template = templateOf(path)
      const operation = operationAt(document, {
        path,
        item,
        node,
        pointer: below(pointer, ...keys),
        isInbound: label !== '',
        isOld,
      })
      const others = (node['x-also-accepts'] ?? []) as string[]
      for (const verb of [method, ...(node['x-list-verb'] === true ? ['LIST'] : []), ...others]) {
        // Methods of `additionalOperations` are sent as they are written.
        const sent = keys.length > 1 ? verb : verb.toUpperCase()
        const name = `${label}${sent} ${path}`
        // The expression of a callback says where it is sent.
        const key = `${label}${sent} ${label.startsWith('callback ') ? path : template}`
        // Some templates differ only in the names of their parameters.
        form.set(form.has(key) ? name : key, { ...operation, name, method: sent, call: calls.get(node) })
      }
      for (const [callback, items] of entriesOf(node.callbacks))
        for (const [address, one] of entriesOf(follow(document, Object(items))))
          if (isMapping(one)) {
            const of = `callback ${callback} of ${label}${method.toUpperCase()} ${template}: `
            add(of, address, one, below(operation.pointer, 'callbacks', callback, address))
          }
    }
  }
  for (const [path, item] of paths) add('', path, follow(document, item), below('/paths', path))
  for (const [name, item] of entriesOf(document.webhooks))
    if (isMapping(item)) add('webhook ', name, follow(document, item), below('/webhooks', name))
  return form
}

/** Without the names of parameters. */
export function templateOf(path: string): string {
  return path.replaceAll(/\{[^{}]+\}/g, '{}')
}

function entriesOf(map: unknown): [name: string, node: DocumentNode][] {
  return Object.entries(Object(map))
}

interface Found {
  path: string
  item: DocumentNode
  node: DocumentNode
  pointer: string
  /** The server sends the request: a webhook or a callback. */
  isInbound: boolean
  /** It is one of the older document. */
  isOld: boolean
}

function operationAt(document: DocumentNode, found: Found) {
  const { path, item, node, pointer, isInbound } = found
  const [sent, received]: Side[] = isInbound ? ['response', 'request'] : ['request', 'response']
  const servers = node.servers ?? item.servers
  const lists = [item.parameters, node.parameters].flatMap((list) => (Array.isArray(list) ? list : []))
  const body = bodyOf(document, node.requestBody, 'body', below(pointer, 'requestBody'))
  const request: WireMessage = {
    place: '',
    side: sent ?? 'request',
    fields: new Map([...parametersOf(document, lists, path), ...body]),
    links: new Map(),
  }
  const statuses = entriesOf(node.responses).filter(([status]) => !/^x-/.test(status))
  const answers = statuses.map(([status, one]): [string, WireMessage] => {
    const answer = follow(document, Object(one))
    const links = entriesOf(answer.links).map(([name, link]) => {
      const { description: _, ...target } = follow(document, Object(link))
      return [name, target] as const
    })
    const content = entriesOf(answer.content).length === 0 ? undefined : answer
    const fields = new Map([
      ...bodyOf(document, content, '', below(pointer, 'responses', status)),
      ...headersOf(document, answer.headers),
    ])
    return [status, { place: `answer ${status}`, status, side: received ?? 'response', fields, links: new Map(links) }]
  })
  return {
    ...found,
    request,
    /** By status: `200`, `4XX`, `default`. */
    answers: new Map(answers),
    ...securityOf(document, node),
    ...basesOf(servers ?? document.servers),
    /** The servers are those of the whole document. */
    hasDocumentServers: servers === undefined,
  }
}

/** A parameter of the operation comes last, and replaces the path's of the same name. */
function parametersOf(document: DocumentNode, nodes: readonly unknown[], path = ''): Map<string, WireField> {
  const positions = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name)
  return new Map(
    nodes.flatMap((one): [string, WireField][] => {
      const node = follow(document, Object(one))
      const [place, name] = [node.in as WireField['place'], String(node.name)]
      if (isIgnoredHeader({ in: place, name })) return []
      const parts = place === 'querystring' ? partsOfQuery(document, node) : undefined
      if (parts) return [...parametersOf(document, parts)]
      const key = place === 'path' ? positions.indexOf(name) + 1 : place === 'header' ? name.toLowerCase() : name
      return [[`${place} ${key}`, fieldOf(document, node, place, name)]]
    }),
  )
}

function headersOf(document: DocumentNode, headers: unknown): Map<string, WireField> {
  const nodes = entriesOf(headers).map(([name, one]) => ({ ...follow(document, Object(one)), in: 'header', name }))
  return parametersOf(document, nodes)
}

function bodyOf(document: DocumentNode, given: unknown, label: string, pointer: string): [string, WireField][] {
  const node = follow(document, Object(given))
  return given === undefined ? [] : [['body', fieldOf(document, node, 'body', '', label, pointer)]]
}

const formType = 'application/x-www-form-urlencoded'

/** Keywords that say nothing of members that have a name. */
const plain = /^(title|description|examples?|additionalProperties|x-.*)$/

/** The parameters that a form is written as, which is the whole query; undefined for one that says more than that. */
function partsOfQuery(document: DocumentNode, { content, required }: DocumentNode): DocumentNode[] | undefined {
  const [[type, media] = []] = entriesOf(content)
  const { properties, required: names, type: _, ...more } = follow(document, Object(media?.schema))
  if (type !== formType || !isMapping(properties) || Object.keys(more).some((key) => !plain.test(key))) return undefined
  const isRequired = (name: string) => required === true && Array.isArray(names) && names.includes(name)
  return entriesOf(properties).map(([name, schema]) => ({ in: 'query', name, schema, required: isRequired(name) }))
}

function fieldOf(
  document: DocumentNode,
  node: DocumentNode,
  place: ParameterForm['in'] | 'querystring' | 'body',
  name: string,
  /** `query limit`; empty for the body of an answer. */
  label = `${place} ${name}`,
  pointer = '',
) {
  const all = entriesOf(node.content)
  const field = { place, name, label, isRequired: node.required === true || place === 'path', node }
  if (place === 'body') {
    const content = all.map(([type, media]) => {
      const at = below(pointer, 'content', type, 'schema')
      // A root element without its own name is called as tools like it.
      const write = (value: unknown) =>
        isXml(parseMediaType(type))
          ? writeXml(
              pointerView(document, () => true),
              at,
              value,
              'root',
            )
          : (printJson(value) ?? '')
      return [type, mediaOf(document, type, media, write)] as const
    })
    return { ...field, style: '', allowsReserved: false, content: new Map(content) }
  }
  const [[mediaType, media] = [undefined, node]] = all
  const isWhole = place === 'querystring'
  const json = mediaType !== undefined && mediaType !== formType
  const { style, explode, allowReserved } = parameterForm(name, isWhole ? 'query' : place, node)
  const form = { in: isWhole ? 'query' : place, style, explode, allowReserved, json, whole: isWhole && json } as const
  const write = (value: unknown) => serializeParameter(name, value ?? '', form) ?? ''
  return {
    ...field,
    /** In words; empty for a body. */
    style: mediaType ?? `${style}${explode ? ', exploded' : ''}`,
    allowsReserved: allowReserved === true,
    /** By media type; of a parameter by an empty one. What has no media type is written as in a form. */
    content: new Map([['', mediaOf(document, mediaType ?? formType, media, write)]]),
  }
}

/** @param write a value as it is sent: the text of a parameter or header, or of a body */
function mediaOf(document: DocumentNode, type: string, media: DocumentNode, write: (value: unknown) => string) {
  const { schema: given, itemSchema } = media
  const kind = bodyKindOf(parseMediaType(type) ?? type)
  const encoding = Object(media.encoding) as Record<string, DocumentNode>
  const schema =
    kind === 'multipart' ? withTexts(document, given) : kind === 'bytes' && isBytes(document, given) ? text : given
  return {
    schema,
    itemSchema,
    /** All values in it are text. */
    isText: /^(form|multipart|xml)$/.test(kind),
    write,
    /** Names of the parts that `encoding` describes. */
    encoded: Object.keys(encoding),
    /** A part of a form; undefined for one that the schema does not name. */
    part: (name: string) => partOf(document, given, name, encoding[name] ?? {}),
  }
}

const isScalarType = /^(string|number|integer|boolean)$/

function partOf(document: DocumentNode, whole: unknown, name: string, encoding: DocumentNode) {
  const { properties } = follow(document, Object(whole))
  if (isMapping(properties) && !Object.hasOwn(properties, name)) return undefined
  const schema = follow(document, Object(Object(properties)[name]))
  const { style, explode, allowReserved } = parameterForm(name, 'query', encoding)
  return {
    /** Media types that it may have: those that `encoding` names, or else the usual one of its schema. */
    types: typeof encoding.contentType === 'string' ? encoding.contentType.split(/\s*,\s*/) : usualTypes(schema),
    style: `${style} ${explode}`,
    allowsReserved: allowReserved === true,
    /** It has one text, in any style. */
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

function securityOf(document: DocumentNode, node: DocumentNode) {
  const schemes = Object(Object(document.components).securitySchemes)
  const requirements = [node.security ?? document.security ?? []].flat().map((one) =>
    Object.entries(Object(one)).map(([name, scopes]) => {
      const scheme = follow(document, Object(schemes[name]))
      return { scheme, name: describeScheme(scheme, name), scopes: [scopes].flat().map(String) }
    }),
  )
  const urls = requirements.flat().flatMap(({ scheme: { flows, openIdConnectUrl } }) => {
    const addresses = entriesOf(flows).map(([name, flow]) => {
      const { tokenUrl, authorizationUrl } = Object(flow) as DocumentNode
      return [name, authorizationUrl, tokenUrl].filter((part) => part !== undefined).join(' ')
    })
    return [...addresses, ...(openIdConnectUrl === undefined ? [] : [String(openIdConnectUrl)])]
  })
  return {
    /** The credentials of which one is enough: scopes by the schemes that it needs, as they are sent. */
    credentials: (requirements.length === 0 ? [[]] : requirements).map(
      (all) => new Map(all.map(({ name, scopes }) => [name, new Set(scopes)])),
    ),
    /** Where callers get their tokens: a flow and its address. */
    tokenUrls: [...new Set(urls)].sort(),
  }
}

function describeScheme({ type, in: place, name, scheme }: DocumentNode, key: string): string {
  if (type === 'apiKey') return `${place} ${place === 'header' ? String(name).toLowerCase() : name}`
  if (type === 'http') return `http ${String(scheme).toLowerCase()}`
  return type === undefined ? key : String(type)
}

const maxBases = 100

function basesOf(servers: unknown) {
  const expand = (valuesOf: (variable: DocumentNode) => unknown[]): string[] => {
    const all = (Array.isArray(servers) ? servers : []).flatMap((server) =>
      entriesOf(Object(server).variables).reduce(
        (urls, [name, variable]) =>
          urls
            .flatMap((one) => valuesOf(Object(variable)).map((each) => one.replaceAll(`{${name}}`, () => String(each))))
            .slice(0, maxBases),
        [String(Object(server).url)],
      ),
    )
    return [...new Set(all.map(normalizeBase))]
  }
  return {
    /** Base URLs, with the values of their variables; `{}` stands for any value. */
    bases: expand(({ default: usual = '{}', enum: listed }) => [usual, ...(Array.isArray(listed) ? listed : ['{}'])]),
    /** Those of callers who choose no values. */
    usualBases: expand(({ default: usual = '{}' }) => [usual]),
  }
}

function normalizeBase(url: string): string {
  const withoutPort = url.replace(/^(https:\/\/[^/]+):443(?=\/|$)|^(http:\/\/[^/]+):80(?=\/|$)/i, '$1$2')
  return withoutPort.replace(/\/+$/, '').replace(/^https?:\/\/[^/]+/i, (origin) => origin.toLowerCase())
}

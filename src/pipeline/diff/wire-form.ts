import { below, type DocumentNode, follow, isMapping } from '../../contract/json-pointer.ts'

/** A parameter of a request, or a header of an answer. */
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

/** An operation as a caller sees it. */
export interface WireOperation {
  /** `GET /orders/{id}`, `webhook orderCreated POST` */
  name: string
  method: string
  /** Path template, with the names of its parameters. */
  path: string
  /** The server sends the request: a webhook or a callback. */
  isInbound: boolean
  pointer: string
  node: DocumentNode
  /** By place and name; of the path by place and position, since names of path parameters are not sent. */
  parameters: ReadonlyMap<string, WireParameter>
  /** Base URLs, with the values of their variables. */
  bases: readonly string[]
  /** The servers are those of the whole document. */
  hasDocumentServers: boolean
}

/** The operations of a document by what identifies them on the wire: `GET /orders/{}`. */
export type WireForm = ReadonlyMap<string, WireOperation>

const notOperations = new Set(['parameters', 'servers', 'summary', 'description', '$ref', 'additionalOperations'])

/** @param document in the form of `readDocument` */
export function wireForm(document: DocumentNode): WireForm {
  const form = new Map<string, WireOperation>()
  const add = (label: string, path: string, item: DocumentNode, pointer: string, inherited?: unknown) => {
    for (const [method, node, at] of operationsOf(document, item, pointer)) {
      const servers = node.servers ?? item.servers
      const parameters = parametersOf(document, path, [item.parameters, node.parameters])
      const operation = {
        method,
        path,
        isInbound: label !== '',
        pointer: at,
        node,
        parameters,
        bases: basesOf(servers ?? document.servers ?? inherited),
        hasDocumentServers: servers === undefined,
      }
      const others = (node['x-also-accepts'] ?? []) as string[]
      for (const verb of [method, ...(node['x-list-verb'] === true ? ['LIST'] : []), ...others]) {
        const name = `${label}${verb.toUpperCase()} ${path}`
        // The expression of a callback says where it is sent.
        const template = label.startsWith('callback ') ? path : path.replaceAll(/\{[^{}]+\}/g, '{}')
        const key = `${label}${verb.toUpperCase()} ${template}`
        // Some templates differ only in the names of their parameters.
        form.set(form.has(key) ? name : key, { ...operation, name, method: verb.toUpperCase() })
      }
      for (const [callback, items] of Object.entries(Object(node.callbacks)))
        for (const [address, one] of Object.entries(follow(document, Object(items))))
          if (isMapping(one))
            add(
              `callback ${callback} of ${label}${method} ${path.replaceAll(/\{[^{}]+\}/g, '{}')}: `,
              address,
              one,
              below(at, 'callbacks', callback, address),
            )
    }
  }
  for (const [path, item] of Object.entries(Object(document.paths)))
    if (isMapping(item)) add('', path, follow(document, item), below('/paths', path))
  for (const [name, item] of Object.entries(Object(document.webhooks)))
    if (isMapping(item)) add('webhook ', name, follow(document, item), below('/webhooks', name))
  return form
}

/** Takes every key of a path item that can hold an operation, so that verbs which OpenAPI does not have are compared too. */
function operationsOf(document: DocumentNode, item: DocumentNode, pointer: string): [string, DocumentNode, string][] {
  const own = Object.entries(item).filter(([key]) => !notOperations.has(key) && !key.startsWith('x-'))
  const more = Object.entries(Object(item.additionalOperations))
  return [
    ...own.map(([key, node]) => [key.toUpperCase(), node, below(pointer, key)] as const),
    ...more.map(([key, node]) => [key, node, below(pointer, 'additionalOperations', key)] as const),
  ].flatMap(([method, node, at]): [string, DocumentNode, string][] =>
    isMapping(node) ? [[method, follow(document, node), at]] : [],
  )
}

/** Headers that OpenAPI says by media types and security schemes. */
const ignored = /^(accept|content-type|authorization)$/i

function parametersOf(document: DocumentNode, path: string, lists: unknown[]): Map<string, WireParameter> {
  const parameters = new Map<string, WireParameter>()
  const positions = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name)
  // A parameter of the operation replaces the path's parameter of the same name, so it comes last.
  for (const one of lists.flatMap((list) => (Array.isArray(list) ? list : []))) {
    const node = follow(document, Object(one))
    const [place, name] = [String(node.in), String(node.name)]
    if (place === 'header' && ignored.test(name)) continue
    const key =
      place === 'path'
        ? `path ${positions.indexOf(name) + 1}`
        : `${place} ${place === 'header' ? name.toLowerCase() : name}`
    parameters.set(key, parameterOf(node, place, name))
  }
  return parameters
}

export function parameterOf(node: DocumentNode, place: string, name: string): WireParameter {
  const [content] = Object.entries(Object(node.content) as Record<string, DocumentNode>)
  const style = String(node.style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple'))
  return {
    place,
    name,
    isRequired: node.required === true || place === 'path',
    style,
    isExploded: typeof node.explode === 'boolean' ? node.explode : style === 'form' || style === 'cookie',
    schema: content ? content[1].schema : node.schema,
    ...(content && { mediaType: content[0] }),
    node,
  }
}

const maxBases = 100

function basesOf(servers: unknown): string[] {
  const all = (Array.isArray(servers) ? servers : []).flatMap((server) => {
    const { url, variables } = Object(server)
    return Object.entries(Object(variables)).reduce<string[]>(
      (urls, [name, variable]) => {
        const { default: value, enum: allowed } = Object(variable)
        const values = [
          ...new Set([value, ...(Array.isArray(allowed) ? allowed : [])].filter((one) => one !== undefined)),
        ]
        return urls
          .flatMap((one) => values.map((each) => one.replaceAll(`{${name}}`, () => String(each))))
          .slice(0, maxBases)
      },
      [String(url)],
    )
  })
  return [
    ...new Set(
      all.map((url) => url.replace(/\/+$/, '').replace(/^https?:\/\/[^/]+/i, (origin) => origin.toLowerCase())),
    ),
  ]
}

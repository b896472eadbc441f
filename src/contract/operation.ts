import { memoizeByObject, once } from '../memoize.ts'
import { below, type DocumentNode, isObject, membersOf, nodeAt, resolvePointer } from './json-pointer.ts'
import { type Security, securityOf } from './security.ts'
import {
  type BodyContent,
  contentsOf,
  type Omit,
  type ShownResponse,
  type ShownValue,
  shownResponses,
  shownValue,
} from './shown-response.ts'
import type { ParameterPlace } from './wire/parameter.ts'

/** The methods that have their own member in a path item. */
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** The operations of a path item: by the methods of OpenAPI in lower case, and by others as they are sent (`additionalOperations`). */
export function methodsOf(item: DocumentNode): { method: string; names: string[]; node: DocumentNode }[] {
  const additional = Object.keys(Object(item.additionalOperations))
  const all = [...methods.map((method) => [method]), ...additional.map((method) => ['additionalOperations', method])]
  return all.flatMap((names) => {
    const node = names.reduce<unknown>((above, name) => (isObject(above) ? above[name] : undefined), item)
    return isObject(node) ? [{ method: names.at(-1) ?? '', names, node }] : []
  })
}

/** The operations of path items with their IDs: that of the document, or the address where that is missing or comes twice. */
export function identifyOperations(
  paths: readonly [path: string, item: DocumentNode][],
): { id: string; method: string; path: string; node: DocumentNode }[] {
  const operations = paths.flatMap(([path, item]) =>
    methodsOf(item).map(({ method, node }) => ({ method, path, node })),
  )
  const byId = Map.groupBy(operations, ({ node }) => node.operationId)
  return operations.map((one) => {
    const { operationId: id } = one.node
    const isOwn = typeof id === 'string' && id !== '' && byId.get(id)?.length === 1
    return { ...one, id: isOwn ? id : `${one.method.toUpperCase()}:${one.path}` }
  })
}

/** A parameter of an operation, and its node in the document. */
export interface Parameter {
  name: string
  in: ParameterPlace
  required: boolean
  pointer: string
  node: DocumentNode
}

/** OpenAPI says that header parameters of these names are ignored: media types and security schemes say the same. */
export function isIgnoredHeader({ in: place, name }: { in: string; name: string }): boolean {
  return place === 'header' && /^(accept|content-type|authorization)$/i.test(name)
}

/** The parameters that a request can have: some documents describe others, too. */
export function sentParameters({ parameters, path }: Pick<Operation, 'parameters' | 'path'>): Parameter[] {
  const template = path.replace(/[?#].*/, '')
  return parameters.filter((one) => !isIgnoredHeader(one) && (one.in !== 'path' || template.includes(`{${one.name}}`)))
}

/** The parameters of one place that a request can have, with what the document says of their values. */
export function shownParameters(operation: Operation, place: ParameterPlace): readonly (Parameter & ShownValue)[] {
  return shownByPlace(operation).get(place) ?? []
}

const shownByPlace = memoizeByObject((operation: Operation) => {
  const shown = sentParameters(operation).map((one) => ({ ...one, ...shownValue(operation.document, one.node) }))
  return Map.groupBy(shown, (one) => one.in)
})

/** An operation of a document. */
export interface Operation {
  /** `operationId` of the document. */
  id: string
  /** In lower case; one of `additionalOperations` as it is sent. */
  method: string
  /** Path template of the document: `/orders/{token}`. */
  path: string
  /** Path template under the interface's name: the first server's path, then the document's: `/api/orders/{token}`. */
  template: string
  /** The last path parameter may hold `/` (`x-multi-segment`). */
  multiSegment: boolean
  /** The verb `LIST` reaches this operation too (`x-list-verb`). */
  listVerb: boolean
  /** Other methods that reach this operation (`x-also-accepts`), where the path has no operation for them. */
  alsoAccepts: readonly string[]
  /** The document into which its references lead. */
  document: DocumentNode
  /** Pointer of the operation's node in the document. */
  pointer: string
  node: DocumentNode
  parameters: Parameter[]
  /** Pointers of the media types of the request body, by media type. */
  requestBody: Map<string, string>
  /** Pointers of the response objects, references followed, by status: `200`, `4XX`, `default`. */
  responses: Map<string, string>
  /** The server of its path; undefined when the servers of the document apply. */
  server: OwnServer | undefined
  readonly security: Security
  /** What is described of the request body, by media type. */
  readonly contents: readonly BodyContent[]
  /** The responses with their examples, which are made when they are first needed. */
  readonly shownResponses: readonly ShownResponse[]
}

/** A server of some paths only, such as the payments API beside the token endpoint. */
export interface OwnServer {
  /** Name of the variable that holds the address of a real server in the document: `payments_base_url`. */
  name: string
  /** Path below the interface's name where the mock serves it: `/payments`. */
  mount: string
}

/**
 * The operations of a document, in its order.
 *
 * @param templateOf the template under which a path of these servers is served
 * @param omit is told which examples are not used
 */
export function* operationsOf(
  document: DocumentNode,
  templateOf = (servers: unknown, path: string): string => mountOf(servers) + path,
  omit: Omit = () => {},
): Generator<Operation> {
  for (const path of membersOf(document, '/paths')) {
    const item = below('/paths', path)
    for (const { method, names, node } of methodsOf(nodeAt(document, item) ?? {})) {
      const pointer = below(item, ...names)
      const parameters = [...parametersAt(document, below(item, 'parameters'), pointer)]
      const own = nodeAt(document, item)?.servers
      const template = templateOf(node.servers ?? own ?? document.servers, path)
      const body = () => nodeAt(document, resolvePointer(document, below(pointer, 'requestBody'))) ?? {}
      const contents = once(() => contentsOf(document, body()))
      const responses = responsesAt(document, pointer)
      const shown = once(() => shownResponses(document, { method, pointer, responses }, omit))
      const security = once(() => securityOf(document, node))
      yield {
        id: String(node.operationId),
        method,
        path,
        template,
        multiSegment: parameters.some(
          ({ name, node }) => node['x-multi-segment'] === true && path.replace(/\/$/, '').endsWith(`/{${name}}`),
        ),
        listVerb: node['x-list-verb'] === true,
        alsoAccepts: (node['x-also-accepts'] ?? []) as string[],
        document,
        pointer,
        node,
        parameters,
        requestBody: mediaTypesAt(document, below(pointer, 'requestBody')),
        responses,
        server: own === undefined ? undefined : { name: variableOf(own), mount: template.slice(0, -path.length) },
        get security() {
          return security()
        },
        get contents() {
          return contents()
        },
        get shownResponses() {
          return shown()
        },
      }
    }
  }
}

/** The parameters of the path item and of the operation. For the same name and place, the operation wins. */
function parametersAt(document: DocumentNode, ofItem: string, operation: string): Iterable<Parameter> {
  const found = new Map<string, Parameter>()
  for (const list of [ofItem, below(operation, 'parameters')]) {
    for (const index of membersOf(document, list)) {
      const pointer = resolvePointer(document, below(list, index))
      const node = nodeAt(document, pointer) ?? {}
      const { name, in: place } = node as { name: string; in: Parameter['in'] }
      found.set(`${place} ${name}`, { name, in: place, required: node.required === true, pointer, node })
    }
  }
  return found.values()
}

function responsesAt(document: DocumentNode, operation: string): Map<string, string> {
  const responses = below(operation, 'responses')
  return new Map(
    membersOf(document, responses).map((status) => [status, resolvePointer(document, below(responses, status))]),
  )
}

/** Pointers of the media type objects of a request body or a response, by media type. */
export function mediaTypesAt(document: DocumentNode, pointer: string): Map<string, string> {
  const content = below(resolvePointer(document, pointer), 'content')
  return new Map(membersOf(document, content).map((mediaType) => [mediaType, below(content, mediaType)]))
}

/** The response that is documented for a status: its own, that of its class, or the default. */
export function findResponse(
  { responses }: { responses: ReadonlyMap<string, string> },
  status: number,
): string | undefined {
  return responses.get(String(status)) ?? responses.get(`${String(status)[0]}XX`) ?? responses.get('default')
}

/** The response that is shown for a status. */
export function shownResponseOf({ shownResponses: all }: Operation, status: number): ShownResponse | undefined {
  const withCode = (wanted: string) => all.find(({ code }) => code === wanted)
  return withCode(String(status)) ?? withCode(`${String(status)[0]}XX`) ?? withCode('default')
}

/** The success with the lowest status; without one, whatever comes next. */
export function usualResponse({ shownResponses: all }: Operation): ShownResponse | undefined {
  const rank = ({ code }: ShownResponse) => (code === 'default' ? 299 : statusNumber(code))
  return all.filter((one) => rank(one) >= 200).toSorted((one, other) => rank(one) - rank(other))[0]
}

/** The status that stands for a documented one: 400 for `4XX`. */
export function statusNumber(code: string): number {
  return code === 'default' ? 200 : Number(code.replace('XX', '00'))
}

/** The path of the first server below the interface's name: `http://127.0.0.1:4010/orders/api` mounts at `/api`. */
export function mountOf(servers: unknown): string {
  const [first] = (servers ?? []) as { url: string }[]
  return first?.url.replace(/^https?:\/\/[^/]+\/[^/]+/, '').replace(/\/$/, '') ?? ''
}

/** `payments_base_url`, from the second server; the first one is the mock. */
function variableOf(servers: unknown): string {
  const [, real] = servers as { variables?: object }[]
  return Object.keys(real?.variables ?? {})[0] ?? ''
}

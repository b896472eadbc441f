import { below, type DocumentNode, isObject, membersOf, nodeAt, resolvePointer } from './json-pointer.ts'
import { compileRouter, type Match } from './router.ts'
import { methods, type Operation } from './runtime.ts'

/** A rule of the catalogue. */
export interface Rule {
  id: string
  statement: string
  kind: 'schema' | 'behaviour' | 'client' | 'tool' | 'prose'
  source: { document: string; section: string; lines?: string }
  operations?: string[]
  /** The documented status that a derived rule is about: `200`, `4XX`, `default`. A written rule has none. */
  answer?: string
}

/** True for a rule that an HTTP exchange can show. Other rules have unit tests, or only documentation. */
export function isOnTheWire({ kind }: Rule): boolean {
  return kind === 'schema' || kind === 'behaviour'
}

/** A parameter of an operation, and its node in the document. */
export interface ContractParameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required: boolean
  pointer: string
  node: DocumentNode
}

/** An operation, with what the checks of its exchanges need. */
export interface ContractOperation extends Operation {
  /** Pointer of the operation's node in the document. */
  pointer: string
  parameters: ContractParameter[]
  /** Pointers of the media types of the request body, by media type. */
  requestBody: Map<string, string>
  /** Pointers of the response objects, references followed, by status: `200`, `4XX`, `default`. */
  responses: Map<string, string>
  /** The server of its path; undefined when the servers of the document apply. */
  server: OwnServer | undefined
  /** Names of the scopes that any of its security requirements lists. */
  scopes: string[]
}

/** A server of some paths only, such as the payments API beside the token endpoint. */
export interface OwnServer {
  /** Name of the variable that holds the address of a real server in the document: `payments_base_url`. */
  name: string
  /** Path below the interface's name where the mock serves it: `/payments`. */
  mount: string
}

/** The document and the rules of one interface. */
export interface Contract {
  name: string
  title: string
  document: DocumentNode
  rules: ReadonlyMap<string, Rule>
  operations: ReadonlyMap<string, ContractOperation>
  /** Path below the interface's name under which its operations are: `/api`, `/{member}`. */
  mount: string
  /** First values of the variables in the first server's address: `{ member: 'm1' }`. */
  variables: Readonly<Record<string, string>>
  /** @param path below the base URL's origin and prefix, percent-encoded: `/api/orders` */
  match(method: string, path: string): Match<ContractOperation>
}

/**
 * @param document a bundle whose references all stay within it
 * @param served the operations that are served and their mount, if the document does not have the addresses of the mock
 */
export function contractOf(
  name: string,
  document: DocumentNode,
  rules: readonly Rule[],
  served?: { operations: readonly ContractOperation[]; mount: string },
): Contract {
  const operations = served?.operations ?? [...operationsOf(document)]
  const router = compileRouter(operations)
  const title = (document.info as { title: string }).title
  return {
    name,
    title,
    document,
    rules: new Map(rules.map((rule) => [rule.id, rule])),
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    mount: served?.mount ?? mountOf(document),
    variables: served ? {} : variablesOf(document),
    match: (method, path) => router.match(method, path),
  }
}

/**
 * The operations of a document, in its order.
 *
 * @param templateOf the template under which a path of these servers is served
 */
export function* operationsOf(
  document: DocumentNode,
  templateOf = (servers: unknown, path: string): string => mountOf({ servers }) + path,
): Generator<ContractOperation> {
  for (const path of membersOf(document, '/paths')) {
    const item = below('/paths', path)
    for (const method of methods) {
      const pointer = below(item, method)
      const node = nodeAt(document, pointer)
      if (!node) continue
      const parameters = [...parametersAt(document, below(item, 'parameters'), pointer)]
      const own = nodeAt(document, item)?.servers
      const template = templateOf(node.servers ?? own ?? document.servers, path)
      yield {
        id: String(node.operationId),
        method,
        path,
        template,
        multiSegment: parameters.some((parameter) => parameter.node['x-multi-segment'] === true),
        listVerb: node['x-list-verb'] === true,
        alsoAccepts: (node['x-also-accepts'] ?? []) as string[],
        pointer,
        parameters,
        requestBody: mediaTypesAt(document, below(pointer, 'requestBody')),
        responses: responsesAt(document, pointer),
        server: own === undefined ? undefined : { name: variableOf(own), mount: template.slice(0, -path.length) },
        scopes: scopesOf(node.security ?? document.security),
      }
    }
  }
}

/** The parameters of the path item and of the operation. For the same name and place, the operation wins. */
function parametersAt(document: DocumentNode, ofItem: string, operation: string): Iterable<ContractParameter> {
  const found = new Map<string, ContractParameter>()
  for (const list of [ofItem, below(operation, 'parameters')]) {
    for (const index of membersOf(document, list)) {
      const pointer = resolvePointer(document, below(list, index))
      const node = nodeAt(document, pointer) ?? {}
      const { name, in: place } = node as { name: string; in: ContractParameter['in'] }
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

function scopesOf(security: unknown): string[] {
  if (!Array.isArray(security)) return []
  return [
    ...new Set(security.flatMap((requirement) => (isObject(requirement) ? Object.values(requirement).flat() : []))),
  ].map(String)
}

/** `http://127.0.0.1:4010/orders/api` mounts at `/api`. */
function mountOf({ servers }: DocumentNode): string {
  const [first] = (servers ?? []) as { url: string }[]
  return first?.url.replace(/^https?:\/\/[^/]+\/[^/]+/, '').replace(/\/$/, '') ?? ''
}

/** `payments_base_url`, from the second server; the first one is the mock. */
function variableOf(servers: unknown): string {
  const [, real] = servers as { variables?: object }[]
  return Object.keys(real?.variables ?? {})[0] ?? ''
}

function variablesOf({ servers }: DocumentNode): Record<string, string> {
  const [first] = (servers ?? []) as { variables?: Record<string, { default: string }> }[]
  return Object.fromEntries(Object.entries(first?.variables ?? {}).map(([name, variable]) => [name, variable.default]))
}

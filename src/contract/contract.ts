import type { DocumentNode } from './json-pointer.ts'
import { mountOf, type Operation, operationsOf } from './operation.ts'
import { compileRouter, type Router } from './router.ts'

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

/** An entry of `generated/interfaces.json`, which lists the interfaces without their operations. */
export interface InterfaceSummary {
  name: string
  /** First path segment under which the mock serves it: its name, except for the control plane of the mock. */
  prefix: string
  title: string
  /** Base paths under the interface's name; a server variable with an enum gives one for each value. */
  mounts: string[]
}

/** The document and the rules of one interface. */
export interface Contract extends InterfaceSummary {
  version: string
  document: DocumentNode
  readonly rules: ReadonlyMap<string, Rule>
  operations: ReadonlyMap<string, Operation>
  /** Path below the interface's name under which its operations are: `/api`, `/{member}`. */
  mount: string
  /** First values of the variables in the first server's address: `{ member: 'm1' }`. */
  variables: Readonly<Record<string, string>>
  /** The document is used as somebody has published it, so that behaviours that nobody has written are derived from it. */
  isPublished: boolean
  /** Finds the operation at a path below the base URL's origin and prefix, percent-encoded: `/api/orders`. */
  match: Router['match']
}

/**
 * @param document a bundle whose references all stay within it
 * @param readRules called when the rules are first needed
 * @param published the operations of a published document, and where they are served
 */
export function contractOf(
  name: string,
  document: DocumentNode,
  readRules: () => readonly Rule[] = () => [],
  published?: { operations: readonly Operation[]; mounts: string[] },
): Contract {
  const operations = published?.operations ?? [...operationsOf(document)]
  const { title, version } = document.info as { title: string; version: string }
  const [server] = serversOf(document)
  const mounts = published?.mounts ?? mountsOf(document)
  let rules: Map<string, Rule> | undefined
  return {
    name,
    prefix: (published ? undefined : /^https?:\/\/[^/]+\/([^/]+)/.exec(server?.url ?? '')?.[1]) ?? name,
    title,
    version,
    document,
    get rules() {
      rules ??= new Map(readRules().map((rule) => [rule.id, rule]))
      return rules
    },
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    mount: published ? (mounts[0] ?? '') : mountOf(document.servers),
    mounts,
    variables: published ? {} : mapVariables(server, (variable) => variable.default),
    isPublished: published !== undefined,
    match: compileRouter(operations).match,
  }
}

export interface Server {
  url: string
  variables?: Record<string, { default: string; enum?: string[] }>
}

function serversOf({ servers = [] }: DocumentNode): Server[] {
  return servers as Server[]
}

function mapVariables<T>(server: Server | undefined, change: (variable: { default: string; enum?: string[] }) => T) {
  return Object.fromEntries(Object.entries(server?.variables ?? {}).map(([name, one]) => [name, change(one)]))
}

/** A text of a server with each value of its variables. */
export function withEachValue(text: string, server: Server | undefined): string[] {
  const choices = mapVariables(server, (variable) => variable.enum ?? [variable.default])
  return Object.entries(choices).reduce(
    (texts, [name, values]) => texts.flatMap((one) => values.map((value) => one.replace(`{${name}}`, value))),
    [text],
  )
}

/** The mounts of the first servers of all paths. */
function mountsOf(document: DocumentNode): string[] {
  const items: DocumentNode[] = Object.values(Object(document.paths))
  const found = items.flatMap((item) => {
    const servers = serversOf('servers' in item ? item : document)
    return withEachValue(mountOf(servers), servers[0])
  })
  return [...new Set(found)]
}

/** The methods of a contract in the form in which they are sent. */
export function verbsIn({ operations }: Contract): string[] {
  return [...new Set(Array.from(operations.values(), ({ method }) => method.toUpperCase()))]
}

import type { Role } from '../../check/check.ts'

/** Which changes checks may make on a target: none, only those that they can undo, or lasting ones. */
export type Allowance = 'nothing' | 'reversible' | 'lasting'

/** A credential as it goes to the wire. */
export interface Credential {
  headers: Readonly<Record<string, string>>
  form: Readonly<Record<string, string>>
  json?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  scopes: readonly string[]
}

/** A role's credential, made of the values that a target has for it. */
export function credentialFrom(role: Role, values: Readonly<Record<string, string>>): Credential {
  const { headers, form, json, query, scopes = [] } = role
  const sent = { headers: headers?.(values) ?? {}, form: form?.(values) ?? {}, json: json?.(values) ?? {} }
  return { ...sent, ...(query && { query: query(values) }), scopes }
}

/**
 * Names of a product in place of those of the document, by kind: `{headers: {X-Svc-Token: X-Product-Token}}`. A final `*` stands for the
 * rest of a name: `{body: {kv_*: product_*}}`.
 */
export interface ProductNames {
  headers?: Readonly<Record<string, string>>
  /** Segments of paths. */
  paths?: Readonly<Record<string, string>>
  /** Names of members in JSON, and of metrics. */
  body?: Readonly<Record<string, string>>
}

/** A fault as a failure tells it. */
export interface KnownFault {
  /** The thing that was looked at: `/created of getPet 200`. */
  at: string
  expected?: string
  seen?: string
}

/** A rule that a server breaks on purpose. */
export interface KnownDeviation {
  because: string
  /** Last day on which it is expected: `2027-03-01`. */
  until?: string
  /** The faults that are known; any other fault fails the rule. Every fault is known where none is listed. */
  faults?: readonly KnownFault[]
}

/** By the IDs of rules, of which one may be broken in several ways. */
export type Deviations = ReadonlyMap<string, readonly KnownDeviation[]>

/** A server of one interface that checks run against. */
export interface Target {
  /** The name of the server in reports. */
  title: string
  /** The address before each path, without a trailing slash; `{member}` is a server variable. */
  baseUrl: string
  /** The address before the paths that have their own server, by the variable in the document: `payments_base_url`. */
  furtherUrls: ReadonlyMap<string, string>
  /** Values of server variables for calls that give no value. */
  variables: Readonly<Record<string, string>>
  /** Credentials by role. The target does not offer a role that is missing. */
  credentials: ReadonlyMap<string, Credential>
  /** Environment variables from which the credential of a role would come, where no file names others: `RULEBOUND_ORDERS_FULL_KEY`. */
  credentialVariables?: ReadonlyMap<string, readonly string[]>
  /** Names of things that checks may use, by their purpose. */
  resources: ReadonlyMap<string, string>
  allows: Allowance
  /** Operations that may change what belongs to others; `all` for every one, on a server that is thrown away. */
  may?: readonly string[]
  /** Operations that only read, although their method is POST. */
  reads?: readonly string[]
  /** The control plane, if the target is the mock. */
  control?: { url: string; token?: string }
  tls?: { ca?: string; insecure?: boolean; cert?: string; key?: string }
  /** Milliseconds until a response must have come; default: 10,000. */
  timeout?: number
  /** Milliseconds for which a read may lag behind a write of a check; default: 2,000. */
  settle?: number
  /** File with the addresses of things that checks create, until they are removed. */
  undoFile?: string
  /** Headers of every request, for a gateway before the server. Names in lower case. */
  headers?: Readonly<Record<string, string>>
  /** Awaited before each request, if the rate of requests is limited. */
  pace?: () => Promise<void>
  /** Names of a product in place of those of the document. */
  names?: ProductNames
  /** What the target breaks on purpose, by the IDs of rules. */
  known?: Deviations
  /** Where a file describes the target. */
  place?: { file: string; line: number }
  /** Values that must not appear in a report, and what to show in their place. */
  secrets: ReadonlyMap<string, string>
}

/** The URL of a path on a target. */
export function urlOf(
  target: Target,
  path: string,
  variables: Readonly<Record<string, string>> = {},
  baseUrl: string = target.baseUrl,
): string {
  const base = baseUrl.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = variables[name] ?? target.variables[name]
    if (value === undefined) throw new Error(`the server variable {${name}} of ${baseUrl} has no value`)
    return encodeURIComponent(value)
  })
  return base + path
}

/** Methods of requests that change nothing. */
export const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'LIST', 'TRACE'])

/** True of operations that change nothing, which may be called on any target. */
export function isSafe({ method, id }: { method: string; id: string }, safe: readonly string[] = []): boolean {
  return readMethods.has(method.toUpperCase()) || safe.includes(id)
}

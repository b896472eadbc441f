import type { ContractOperation } from '../../contract/contract.ts'

/** How far checks may change a target: not at all, so that all is put back, or for good. */
export type Allowance = 'nothing' | 'reversible' | 'lasting'

/** A credential as it goes to the wire. */
export interface Credential {
  headers: Readonly<Record<string, string>>
  form: Readonly<Record<string, string>>
  json?: Readonly<Record<string, string>>
  scopes: readonly string[]
}

/** A server of one interface that is to be checked. */
export interface Target {
  /** How reports call it. */
  title: string
  /** Where the interface's paths begin, without a last slash; `{member}` stands for a server variable. */
  baseUrl: string
  /** Where paths begin that have an address of their own in the document, by its variable: `payments_base_url`. */
  furtherUrls: ReadonlyMap<string, string>
  /** Values of the server variables where a call names none. */
  variables: Readonly<Record<string, string>>
  /** Credentials by role; a role that is missing is one that the target does not offer. */
  credentials: ReadonlyMap<string, Credential>
  /** Names of things that checks may use, by what they are for. */
  resources: ReadonlyMap<string, string>
  allows: Allowance
  /** The control plane, where the target is the mock. */
  control?: { url: string; token?: string }
  /** Header that says which check a request is of, where sessions do not. */
  markedBy?: string
  tls?: { ca?: string; insecure?: boolean }
  /** Milliseconds that an answer may take, 10,000 by default. */
  timeout?: number
  /** File that keeps what checks make, until it is removed again. */
  undoFile?: string
  /** Headers of every request, for a gateway before the server. Names in lower case. */
  headers?: Readonly<Record<string, string>>
  /** Awaited before each request, where the rate of requests has a bound. */
  pace?: () => Promise<void>
  /** Values that must not appear in a report, and what to show in their place. */
  secrets: ReadonlyMap<string, string>
}

/** Where a path is on a target. */
export function urlOf(
  target: Target,
  path: string,
  variables: Readonly<Record<string, string>> = {},
  baseUrl: string = target.baseUrl,
): string {
  const base = baseUrl.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = variables[name] ?? target.variables[name]
    if (value === undefined) throw new Error(`nothing says what {${name}} of ${baseUrl} is`)
    return encodeURIComponent(value)
  })
  return base + path
}

/** Operations that only look: they may be called on any target. */
export function isSafe({ method, id }: ContractOperation, safe: readonly string[] = []): boolean {
  return method === 'get' || method === 'head' || method === 'options' || safe.includes(id)
}

import type { Contract, ContractOperation } from '../contract/contract.ts'
import { listInterfaces } from '../contract/registry.ts'
import type { ResponseCheck } from '../contract/response-validator.ts'
import { type LoadedCheck, loadCheck } from './load-check.ts'

/** Where an interface is served. */
export interface BaseUrl {
  interface: string
  url: URL
}

/** What a request was for. */
export type LocatedRequest =
  | { kind: 'operation'; contract: Contract; check: ResponseCheck; operation: ContractOperation }
  /** Below the base URL of an interface that documents no such request. */
  | { kind: 'not-in-contract'; interface: string; reason: string }
  /** Below no base URL. */
  | { kind: 'elsewhere' }

export interface Locator {
  readonly baseUrls: readonly BaseUrl[]
  locate(method: string, url: URL): LocatedRequest
}

/** Where the mock serves the interfaces when nobody says otherwise. */
export function mockBaseUrls(): BaseUrl[] {
  return listInterfaces().flatMap(({ name, prefix }) =>
    ['127.0.0.1', 'localhost'].map((host) => ({ interface: name, url: new URL(`http://${host}:4010/${prefix}`) })),
  )
}

/**
 * Finds the operations that requests are for; each contract is loaded when the first request for it comes.
 *
 * @throws {NoContractError} when a base URL is for an interface that there is not
 */
export function createLocator(baseUrls: readonly BaseUrl[]): Locator {
  const known = new Set(listInterfaces().map(({ name }) => name))
  for (const { interface: name } of baseUrls) if (!known.has(name)) loadCheck(name)
  const longestFirst = baseUrls.toSorted((one, other) => other.url.pathname.length - one.url.pathname.length)

  return {
    baseUrls,
    locate(method, url) {
      const base = longestFirst.find((candidate) => contains(candidate.url, url))
      if (!base) return { kind: 'elsewhere' }
      return locateIn(
        loadCheck(base.interface),
        method,
        url.pathname.slice(base.url.pathname.replace(/\/$/, '').length),
      )
    },
  }
}

function contains(base: URL, url: URL): boolean {
  if (base.origin !== url.origin) return false
  const prefix = base.pathname.replace(/\/$/, '')
  return (
    url.pathname.startsWith(prefix) && (url.pathname.length === prefix.length || url.pathname[prefix.length] === '/')
  )
}

/**
 * A base URL may end before the path of the document's server or after it: `…/orders` and `…/orders/api` both do, and so does
 * the address of a real member, which has no segment for its name.
 */
function locateIn({ contract, check, mounts }: LoadedCheck, method: string, path: string): LocatedRequest {
  let match = contract.match(method, path || '/')
  for (const mount of mounts) {
    if (match.kind === 'not-found') match = contract.match(method, mount + path)
  }
  if (match.kind === 'operation') return { kind: 'operation', contract, check, operation: match.operation }
  return { kind: 'not-in-contract', interface: contract.name, reason: reasonOf(match, method) }
}

function reasonOf(match: ReturnType<Contract['match']>, method: string): string {
  if (match.kind === 'malformed') return 'the path is not validly percent-encoded'
  if (match.kind === 'method-not-allowed') return `${method} is not documented for this path`
  return 'the path is not documented'
}

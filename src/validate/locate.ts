import { type Contract, type Server, withEachValue } from '../contract/contract.ts'
import type { Operation } from '../contract/operation.ts'
import type { WorkspaceInterface } from '../workspace/workspace.ts'
import { type LoadedCheck, loadCheck } from './load-check.ts'

/** The address at which an interface is served. */
export interface BaseUrl {
  interface: Pick<WorkspaceInterface, 'name' | 'contract'>
  url: URL
}

/** A request for an operation of a contract. */
export interface LocatedOperation extends LoadedCheck {
  operation: Operation
  /** Parameters of the path by name, percent-encoded. */
  parameters: Readonly<Record<string, string>>
}

/** The result of a search for the operation of a request. */
export type LocatedRequest =
  | ({ kind: 'operation' } & LocatedOperation)
  /** Below the base URL of an interface that does not document the request. */
  | { kind: 'not-in-contract'; interface: string; reason: string; warning?: string }
  /** Below no base URL. */
  | { kind: 'elsewhere' }

export interface Locator {
  locate(method: string, url: URL): LocatedRequest
}

const mockHosts = ['127.0.0.1', 'localhost']

/** The addresses of a mock with default options. */
export function mockBaseUrls(interfaces: readonly WorkspaceInterface[]): BaseUrl[] {
  return interfaces.flatMap((one) =>
    mockHosts.map((host) => ({ interface: one, url: new URL(`http://${host}:4010/${one.prefix}`) })),
  )
}

/**
 * Finds the operation of each request. It loads a contract with the first request for it.
 *
 * @param others interfaces that are also served where their documents say; read with the first request below no base URL
 */
export function createLocator(baseUrls: readonly BaseUrl[], others: readonly WorkspaceInterface[] = []): Locator {
  const find = (candidates: readonly BaseUrl[], url: URL) =>
    candidates
      .toSorted((one, other) => other.url.pathname.length - one.url.pathname.length)
      .find((candidate) => contains(candidate.url, url))
  let documented: BaseUrl[] | undefined
  const findDocumented = (url: URL) => {
    documented ??= documentedBaseUrls(others)
    return find(documented, url)
  }

  return {
    locate(method, url) {
      const base = find(baseUrls, url) ?? findDocumented(url)
      if (!base) return { kind: 'elsewhere' }
      return locateIn(loadCheck(base.interface.contract), base.url, { method, path: pathBelow(base.url, url) })
    },
  }
}

/** The servers that the documents name, and the root of a mock of one document. */
function documentedBaseUrls(interfaces: readonly WorkspaceInterface[]): BaseUrl[] {
  return interfaces.flatMap((one) => {
    const { document, isPublished } = one.contract
    const root = isPublished && interfaces.length === 1 ? mockHosts.map((host) => `http://${host}:4010`) : []
    const servers = [document.servers ?? []].flat() as Server[]
    const documented = servers.flatMap((server) => withEachValue(server.url, server))
    const urls = [...documented, ...root].filter((url) => /^https?:/.test(url) && URL.canParse(url))
    return urls.map((url) => ({ interface: one, url: new URL(url) }))
  })
}

function contains(base: URL, url: URL): boolean {
  if (base.origin !== url.origin) return false
  const prefix = withoutSlash(base.pathname)
  return (
    url.pathname.startsWith(prefix) && (url.pathname.length === prefix.length || url.pathname[prefix.length] === '/')
  )
}

function pathBelow(base: URL, url: URL): string {
  return url.pathname.slice(withoutSlash(base.pathname).length) || '/'
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '')
}

/**
 * A base URL may end before the path of the document's server or after it: `…/orders` and `…/orders/api` are both right, and so
 * is the address of a real member, which has no segment for its name. A base URL that ends with the path ends after it.
 */
function locateIn(
  { contract, check }: LoadedCheck,
  base: URL,
  { method, path }: { method: string; path: string },
): LocatedRequest {
  const mounts = contract.mounts.filter((mount) => mount !== '')
  const own = mounts.find((mount) => withoutSlash(base.pathname).endsWith(mount))
  const isDoubled = own !== undefined && path.startsWith(`${own}/`)
  const prefixes = isDoubled ? [own] : [own ?? '', '', ...mounts]
  let match: ReturnType<Contract['match']> = { kind: 'not-found' }
  for (const prefix of prefixes) {
    if (match.kind === 'not-found') match = contract.match(method, prefix + path)
  }
  if (match.kind === 'operation') return { ...match, parameters: match.raw, contract, check }
  const reason = reasonOf(match, method)
  if (!isDoubled) return { kind: 'not-in-contract', interface: contract.name, reason }
  const warning = `${base.href} ends with ${own}, and the path of the request begins with it: it is forwarded as ${own}${own}/…; leave ${own} out of one of the two`
  return { kind: 'not-in-contract', interface: contract.name, reason: `${reason}; ${own} is in it twice`, warning }
}

function reasonOf(match: ReturnType<Contract['match']>, method: string): string {
  if (match.kind === 'malformed') return 'the path is not validly percent-encoded'
  if (match.kind === 'method-not-allowed') return `${method} is not documented for this path`
  return 'the path is not documented'
}

import type { Engine, MountRecord } from './state.ts'

/** The kinds of address that there are. `nothing` is one that leads nowhere, or to no more than help. */
export type Family =
  | 'secret'
  | 'directory'
  | 'store-settings'
  | 'data'
  | 'delete'
  | 'undelete'
  | 'destroy'
  | 'key-settings'
  | 'key-directory'
  | 'login'
  | 'health'
  | 'nothing'

/** What a request is about. Paths are full: they begin with the namespace, so that namespaces share nothing (SEC-020). */
export interface Target {
  /** `ns1/ns2/`; empty for the root namespace. */
  namespace: string
  /** `ns1/kv/`; where no mount is found, the first segment. Empty at the top of a namespace. */
  mount: string
  engine: Engine | 'system' | null
  family: Family
  /** Under which the store keeps it: `ns1/kv/app/db`; of a directory, what its keys begin with: `ns1/kv/app/`. */
  key: string
  /** As access rules have it: `ns1/kv/data/app/db`. */
  path: string
  /** A path parameter ends in a period (SEC-058). */
  unsupported: boolean
}

/** What an address depends on besides its text. */
export interface Installation {
  isNamespace(path: string): Promise<boolean>
  mounts(): Promise<[path: string, record: MountRecord][]>
}

/**
 * The full path of a request, without `/v1/`: the namespace of the header, then the path (SEC-073, SEC-075), joined once. A missing final
 * `/` of the header is added, a leading one dropped, and an empty value counts as none (gap SEC-G26).
 *
 * @returns undefined outside `/v1/` (SEC-007, SEC-008), null for a path that is not validly percent-encoded
 */
export function fullPathOf(path: string, namespace = ''): string | null | undefined {
  if (!path.startsWith('/v1/')) return undefined
  const prefix = namespace.replace(/^\/+/, '')
  try {
    const rest = decodeURIComponent(path.slice('/v1/'.length))
    return prefix === '' || prefix.endsWith('/') ? prefix + rest : `${prefix}/${rest}`
  } catch {
    return null
  }
}

/** Finds namespace, mount and kind of a full path. However it was split between header and path, it means one thing (SEC-076, SEC-077). */
export async function resolveAddress(given: string, installation: Installation): Promise<Target> {
  const namespace = await namespaceOf(given, installation)
  const { mount, engine } = await mountOf(namespace, given, installation)
  // `secret` is the mount at `secret/`.
  const path = `${given}/` === mount ? mount : given
  const rest = path.slice(mount.length)
  return {
    namespace,
    mount,
    engine,
    ...kindOf({ namespace, mount, engine, rest }),
    path,
    unsupported: mount.endsWith('./') || /\.\/?$/.test(path),
  }
}

async function namespaceOf(path: string, { isNamespace }: Installation): Promise<string> {
  let namespace = ''
  for (const segment of path.split('/')) {
    const longer = `${namespace}${segment}/`
    if (!(await isNamespace(longer))) break
    namespace = longer
  }
  return namespace
}

async function mountOf(
  namespace: string,
  path: string,
  { mounts }: Installation,
): Promise<Pick<Target, 'mount' | 'engine'>> {
  const [first = ''] = path.slice(namespace.length).split('/', 1)
  if (first === '') return { mount: '', engine: null }
  const outermost = `${namespace}${first}/`
  if (first === 'sys') return { mount: outermost, engine: 'system' }
  // The name of a mount may hold slashes: `auth/userpass/`.
  const found = (await mounts()).find(([mount]) => `${path}/`.startsWith(mount))
  return found ? { mount: found[0], engine: found[1].engine } : { mount: outermost, engine: null }
}

type Place = Pick<Target, 'namespace' | 'mount' | 'engine'> & { rest: string }
type Kind = Pick<Target, 'family' | 'key'>

/** No key begins like this one. */
const nowhere: Kind = { family: 'nothing', key: '/' }

function kindOf({ namespace, mount, engine, rest }: Place): Kind {
  if (/^\/|\/\//.test(rest)) return nowhere
  switch (engine) {
    case 'kv-1':
      return { family: isDirectory(rest) ? 'directory' : 'secret', key: mount + rest }
    case 'kv-2':
      return kindOfVersioned(mount, rest)
    case 'userpass': {
      const user = /^login\/([^/]+)$/.exec(rest)?.[1]
      return user === undefined ? nowhere : { family: 'login', key: mount + user }
    }
    case 'system':
      // An API of the root namespace alone (SEC-078, gap SEC-G27).
      return namespace === '' && rest === 'health' ? { family: 'health', key: '' } : nowhere
    case null:
      return nowhere
  }
}

const versionedFamilies: ReadonlyMap<string, Family> = new Map([
  ['data', 'data'],
  ['delete', 'delete'],
  ['undelete', 'undelete'],
  ['destroy', 'destroy'],
  ['metadata', 'key-settings'],
])

function kindOfVersioned(mount: string, rest: string): Kind {
  if (rest === 'config') return { family: 'store-settings', key: mount }
  const [, prefix = '', name = ''] = /([^/]*)\/(.*)/s.exec(rest) ?? []
  const family = versionedFamilies.get(prefix)
  if (!family) return nowhere
  if (!isDirectory(name)) return { family, key: mount + name }
  return family === 'key-settings' ? { family: 'key-directory', key: mount + name } : nowhere
}

function isDirectory(path: string): boolean {
  return path === '' || path.endsWith('/')
}

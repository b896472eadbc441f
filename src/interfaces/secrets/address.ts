import type { Engine, MountRecord } from './state.ts'

/** The kinds of address. `nothing` has no operation except, perhaps, help. */
export type AddressKind =
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

/** The target of a request. Paths begin with the namespace, so namespaces share nothing (SEC-020). */
export interface Target {
  /** `ns1/ns2/`; empty for the root namespace. */
  namespace: string
  /** `ns1/kv/`; the first segment if no mount is found. Empty at the top of a namespace. */
  mount: string
  engine: Engine | 'system' | null
  kind: AddressKind
  /** Key of the store: `ns1/kv/app/db`; for a directory, the prefix of its keys: `ns1/kv/app/`. */
  key: string
  /** Path for access rules: `ns1/kv/data/app/db`. */
  path: string
  /** A path parameter ends in a period, which the service does not support (SEC-058). */
  endsInPeriod: boolean
}

/** The state that an address depends on. */
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

/** Finds the namespace, the mount and the kind of a full path. The split between header and path does not matter (SEC-076, SEC-077). */
export async function resolveAddress(given: string, installation: Installation): Promise<Target> {
  const namespace = await namespaceOf(given, installation)
  const { mount, engine } = await mountOf(namespace, given, installation)
  // `secret` means the mount `secret/`.
  const path = `${given}/` === mount ? mount : given
  const rest = path.slice(mount.length)
  return {
    namespace,
    mount,
    engine,
    ...kindOf({ namespace, mount, engine, rest }),
    path,
    endsInPeriod: mount.endsWith('./') || /\.\/?$/.test(path),
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
  // The name of a mount may contain slashes: `auth/userpass/`.
  const found = (await mounts()).find(([mount]) => `${path}/`.startsWith(mount))
  return found ? { mount: found[0], engine: found[1].engine } : { mount: outermost, engine: null }
}

type Place = Pick<Target, 'namespace' | 'mount' | 'engine'> & { rest: string }
type KindAndKey = Pick<Target, 'kind' | 'key'>

/** No key has this prefix. */
const nowhere: KindAndKey = { kind: 'nothing', key: '/' }

function kindOf({ namespace, mount, engine, rest }: Place): KindAndKey {
  if (/^\/|\/\//.test(rest)) return nowhere
  switch (engine) {
    case 'kv-1':
      return { kind: isDirectory(rest) ? 'directory' : 'secret', key: mount + rest }
    case 'kv-2':
      return kindOfVersioned(mount, rest)
    case 'userpass': {
      const user = /^login\/([^/]+)$/.exec(rest)?.[1]
      return user === undefined ? nowhere : { kind: 'login', key: mount + user }
    }
    case 'system':
      // An API of the root namespace only (SEC-078, gap SEC-G27).
      return namespace === '' && rest === 'health' ? { kind: 'health', key: '' } : nowhere
    case null:
      return nowhere
  }
}

const versionedKinds: ReadonlyMap<string, AddressKind> = new Map([
  ['data', 'data'],
  ['delete', 'delete'],
  ['undelete', 'undelete'],
  ['destroy', 'destroy'],
  ['metadata', 'key-settings'],
])

function kindOfVersioned(mount: string, rest: string): KindAndKey {
  if (rest === 'config') return { kind: 'store-settings', key: mount }
  const [, prefix = '', name = ''] = /([^/]*)\/(.*)/s.exec(rest) ?? []
  const kind = versionedKinds.get(prefix)
  if (!kind) return nowhere
  if (!isDirectory(name)) return { kind, key: mount + name }
  return kind === 'key-settings' ? { kind: 'key-directory', key: mount + name } : nowhere
}

function isDirectory(path: string): boolean {
  return path === '' || path.endsWith('/')
}

import type { operations } from '../../../generated/secrets/types.ts'
import type { Address, AdmissionContext, IncomingRequest } from '../../behaviour/definition.ts'
import type { Store } from '../../behaviour/store.ts'
import { type AddressKind, fullPathOf, type Installation, resolveAddress, type Target } from './address.ts'
import type { Conditions } from './conditions.ts'
import { mountsOf, namespacesOf } from './state.ts'

type Request = Pick<IncomingRequest, 'method' | 'path' | 'query' | 'headers'>

/**
 * Reads an address before it is routed: takes the namespace out of header and path, adds the final slash of a list (gap SEC-G13), and
 * selects the operations of the engine at the mount, so that a secret of kv version 1 may be named `config` or `data/…`. In the routed
 * path, the mount is one segment, with the namespace in it.
 */
export async function address(request: Request, { store, conditions }: AdmissionContext<Conditions>): Promise<Address> {
  const path = fullPathOf(request.path, request.headers['x-svc-namespace'])
  if (path === undefined || path === null) return { path: request.path }
  // Clients of the family write `list=True` (gap SEC-G34).
  const query = request.query.replace(/(?<=(?:^|&)list=)(?:true|false)(?=&|$)/i, (value) => value.toLowerCase())
  const slashed = isList({ ...request, query }) && path !== '' && !path.endsWith('/') ? `${path}/` : path
  const target = await resolveAddress(slashed, installationOf(store, conditions))
  return {
    path: routedPath(target),
    query,
    accepts: (operation) => operationsOf[target.kind].some((id) => id === operation),
  }
}

/** Reads a path that `address` has made. */
export async function readRoutedPath(
  path: string,
  { store, conditions }: AdmissionContext<Conditions>,
): Promise<Target | null | undefined> {
  // In the path of a login, the namespace stands with the auth method, and is moved back to the front.
  const unrouted = path.replace(/^\/v1\/auth\/(.*)%2F([^/]+)\/login\//, '/v1/$1/auth/$2/login/')
  const full = fullPathOf(unrouted)
  return typeof full === 'string' ? resolveAddress(full, installationOf(store, conditions)) : full
}

/** LIST, or its twin: GET with `list=true` (SEC-051, SEC-052). With `false`, or without a value, it is a read (gap SEC-G34). */
export function isList({ method, query }: Pick<IncomingRequest, 'method' | 'query'>): boolean {
  if (method === 'LIST') return true
  const list = isRead(method) ? new URLSearchParams(query).get('list') : null
  return Boolean(list) && list !== 'false'
}

/** Help needs `help=1` and no other value (gap SEC-G34), at every address. */
export function asksForHelp({ method, query }: Pick<IncomingRequest, 'method' | 'query'>): boolean {
  return (isRead(method) || method === 'LIST') && new URLSearchParams(query).get('help') === '1'
}

export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** POST and PUT are synonyms (SEC-047, SEC-048). */
export function isWrite(method: string): boolean {
  return method === 'POST' || method === 'PUT'
}

function installationOf(store: Store, { hosted }: Conditions): Installation {
  return {
    // `admin` is the top of the hosted offering (SEC-081): everything outside it is in the root namespace.
    isNamespace: async (path) =>
      (!hosted || path.startsWith('admin/')) && (await namespacesOf(store).get(path)) !== undefined,
    mounts: () => mountsOf(store).entries(),
  }
}

function routedPath({ namespace, mount, kind, key, path }: Target): string {
  if (kind === 'login') {
    const [method = '', user = ''] = key.slice(`${namespace}auth/`.length).split('/')
    return `/v1/auth/${encodeURIComponent(namespace + method)}/login/${encodeURIComponent(user)}`
  }
  const place = mount || namespace
  const rest = path.slice(place.length).split('/').map(encodeURIComponent).join('/')
  return place === '' ? `/v1/${rest}` : `/v1/${encodeURIComponent(place.slice(0, -1))}/${rest}`
}

type OperationId = keyof operations

const generic: OperationId[] = ['readSecret', 'writeSecret', 'writeSecretByPut', 'deleteSecret']
const lists: OperationId[] = ['listMount', 'listDirectory']

const operationsOf: Readonly<Record<AddressKind, readonly OperationId[]>> = {
  secret: generic,
  directory: lists,
  'store-settings': ['readStoreSettings', 'writeStoreSettings', 'writeStoreSettingsByPut'],
  data: ['readVersion', 'writeVersion', 'writeVersionByPut', 'deleteLatestVersion'],
  delete: ['describeDeleteVersions', 'deleteVersions', 'deleteVersionsByPut'],
  undelete: ['describeUndeleteVersions', 'undeleteVersions', 'undeleteVersionsByPut'],
  destroy: ['describeDestroyVersions', 'destroyVersions', 'destroyVersionsByPut'],
  'key-settings': ['readKeySettings', 'writeKeySettings', 'writeKeySettingsByPut', 'deleteKey'],
  'key-directory': ['listKeys', 'listKeyDirectory'],
  login: ['describeLogin', 'login', 'loginByPut'],
  health: ['readHealth'],
  nothing: [...generic, ...lists],
}

import type { AttemptInput } from '../../../check/check.ts'
import type { Context, Operation } from './context.ts'
import { directoryOf, makeKey, makeSecret, scratchDirectory } from './scratch.ts'

export type Requests = Readonly<Record<Operation, AttemptInput>>

/**
 * Creates the data of the requests, so that each of them succeeds, in any order and more than once. If that fails, the check is
 * inconclusive.
 */
export async function prepareEveryRequest(t: Context): Promise<Requests> {
  const resource = (name: string) => t.resource(name)
  const directory = scratchDirectory()
  const made = { secret: `${directory}/known`, key: `${directory}/known` }
  if (!t.mayChange) {
    return requestsIn(directory, { secret: resource('secret to read'), key: resource('key to read') }, resource)
  }
  await makeSecret(t, made.secret)
  await makeKey(t, made.key, [{ version: 1 }, { version: 2 }])
  return requestsIn(directory, made, resource)
}

/**
 * @param directory where the requests write
 * @param known paths of what they read, in a directory each
 */
function requestsIn(
  directory: string,
  known: { secret: string; key: string },
  resource: (name: string) => string,
): Requests {
  const [mount, store] = [resource('version 1 mount'), resource('version 2 mount')]
  const [written, removed] = ['written', 'removed'].map((name) => `${directory}/${name}`)
  const [list, help] = [{ list: true }, { help: 1 }]
  const write = { path: { mount, path: written }, body: { value: 'contract-checks' } }
  const settings = { path: { mount: store }, body: {} }
  const version = { path: { mount: store, path: written }, body: { data: { value: 'contract-checks' } } }
  const ofKey = { path: { mount: store, path: known.key } }
  // The first of two versions: the latest stays readable.
  const selection = { ...ofKey, body: { versions: [1] } }
  const keySettings = { path: { mount: store, path: written }, body: {} }
  const user = { auth_method: resource('auth method'), username: resource('user') }
  const login = { path: user, as: 'user', body: {} }
  return {
    readSecret: { path: { mount, path: known.secret } },
    writeSecret: write,
    writeSecretByPut: write,
    deleteSecret: { path: { mount, path: removed } },
    listMount: { path: { mount }, query: list },
    listDirectory: { path: { mount, path: directoryOf(known.secret) }, query: list },
    readStoreSettings: { path: { mount: store } },
    writeStoreSettings: settings,
    writeStoreSettingsByPut: settings,
    readVersion: ofKey,
    writeVersion: version,
    writeVersionByPut: version,
    deleteLatestVersion: { path: { mount: store, path: removed } },
    deleteVersions: selection,
    deleteVersionsByPut: selection,
    describeDeleteVersions: { ...ofKey, query: help },
    undeleteVersions: selection,
    undeleteVersionsByPut: selection,
    describeUndeleteVersions: { ...ofKey, query: help },
    destroyVersions: selection,
    destroyVersionsByPut: selection,
    describeDestroyVersions: { ...ofKey, query: help },
    listKeys: { path: { mount: store }, query: list },
    listKeyDirectory: { path: { mount: store, path: directoryOf(known.key) }, query: list },
    readKeySettings: ofKey,
    writeKeySettings: keySettings,
    writeKeySettingsByPut: keySettings,
    deleteKey: { path: { mount: store, path: removed } },
    describeLogin: { path: user, query: help },
    login,
    loginByPut: login,
    readHealth: {},
  }
}

export function entriesOf(t: Context, requests: Requests): [operation: Operation, input: AttemptInput][] {
  return among(t, Object.keys(requests) as Operation[]).map((operation) => [operation, requests[operation]])
}

/**
 * On a server other than the mock, leaves out the operations of logging in and of health: a login leaves a token. Where the check may
 * change nothing, leaves out those that do not read.
 */
export function among<Op extends Operation>(t: Context, operations: Iterable<Op>): Op[] {
  return [...operations].filter(
    (operation) => (t.hasControl || !withoutToken.has(operation)) && (t.mayChange || isRead(operation)),
  )
}

const isRead = (operation: Operation) => /^(read|list|describe)/.test(operation)

export const everyOperation = Object.keys(
  requestsIn('', { secret: '', key: '' }, (name) => name),
) as readonly Operation[]

/** The operations that answer only with their own documentation. */
export const describes = everyOperation.filter((operation) => operation.startsWith('describe'))

/** The operations by subject: a server that breaks a rule may break it for one subject only. */
export const families: readonly (readonly Operation[])[] = [
  ['readSecret', 'writeSecret', 'writeSecretByPut', 'deleteSecret'],
  ['listMount', 'listDirectory', 'listKeys', 'listKeyDirectory'],
  ['readVersion', 'writeVersion', 'writeVersionByPut', 'deleteLatestVersion'],
  everyOperation.filter((operation) => /(delete|undelete|destroy|describe\w+)Versions/i.test(operation)),
  everyOperation.filter((operation) => /Settings|deleteKey/.test(operation)),
  ['describeLogin', 'login', 'loginByPut'],
  ['readHealth'],
]

/** Operations without a token: the login by a rule, the health of a node by an assumption. */
export const withoutToken: ReadonlySet<Operation> = new Set(['describeLogin', 'login', 'loginByPut', 'readHealth'])

/** Every write, with its twin by PUT. */
export const writes = everyOperation
  .filter((operation) => operation.endsWith('ByPut'))
  .map((put) => ({ post: put.replace(/ByPut$/, '') as Operation, put }))

/** The gap of an operation whose verb or address the documents do not show. */
export function gapOf(operation: Operation): string | undefined {
  if (/^(login|describeLogin)/.test(operation)) return 'SEC-G03'
  if (operation === 'readHealth') return 'SEC-G29'
  if (operation === 'deleteSecret' || operation === 'deleteLatestVersion') return 'SEC-G15'
  return /Settings|Key|^(delete|undelete|destroy)Versions/.test(operation) ? 'SEC-G05' : undefined
}

export const everyWrite: readonly Operation[] = writes.flatMap(({ post, put }) => [post, put])

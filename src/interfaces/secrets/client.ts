import type { components, paths } from '../../../generated/secrets/types.ts'
import { type Api, createApi, type OpenResult } from '../../client/api.ts'
import type { Verbs } from '../../client/call-types.ts'
import { bearer, type Credential, type CredentialRequest, plainHeader } from '../../client/credential.ts'
import { ConnectionError, type HttpError } from '../../client/errors.ts'
import type { CallOptions, ClientOptions } from '../../client/options.ts'
import { type InterfaceRules, repeatsReads } from '../../client/rules.ts'
import { unwrap } from '../../client/unwrap.ts'
import { type Answer, answerOf, createKv2, type Kv2, warningsOf } from './client/kv2.ts'

/** The state of a node, by its default health codes. */
export type NodeState =
  | 'active'
  | 'standby'
  | 'performance-standby'
  | 'disaster-recovery-secondary'
  | 'not-initialized'
  | 'sealed-or-in-maintenance'

const states: Readonly<Record<number, NodeState>> = {
  200: 'active',
  429: 'standby',
  472: 'disaster-recovery-secondary',
  473: 'performance-standby',
  501: 'not-initialized',
  503: 'sealed-or-in-maintenance',
}

const healthPath = '/v1/sys/health'

/** @throws {HttpError} for a status that is not a health code */
async function readHealth(verbs: Verbs<paths>, options?: CallOptions): Promise<NodeState> {
  const { error, response } = await verbs.GET(healthPath, options)
  const state = states[response.status]
  if (state === undefined && error) throw error
  return state ?? 'active'
}

export type { Answer, KeyValues, Kv2, VersionOfKey, VersionRecord } from './client/kv2.ts'

type Schemas = components['schemas']

export interface SecretsClientOptions extends ClientOptions {
  /** The client token, or a function that fetches it. Without one, call `login` first. */
  token?: Credential
  /** Which of the two equivalent headers carries the token (SEC-071, SEC-072). */
  tokenHeader?: 'X-Svc-Token' | 'Authorization'
  /** Prefix of the path of every request; empty for none. */
  namespace?: string
  /** The verb for lists. Default: LIST, and GET after an intermediary has refused LIST. */
  listVerb?: 'LIST' | 'GET'
  /** Called with the warnings of calls that succeeded. */
  onWarning?: (warnings: readonly string[], operation: string) => void
}

/** Paths are without `/v1/`, and begin with the mount: `secret/foo`. Each method throws the `HttpError` of its call. */
export interface SecretsClient extends Verbs<paths> {
  read(path: string, options?: CallOptions): Promise<Answer<Schemas['ReadAnswer']['data']>>
  write(
    path: string,
    values: Schemas['KeyValues'],
    options?: CallOptions,
  ): Promise<Answer<Schemas['WriteAnswer']['data']>>
  delete(path: string, options?: CallOptions): Promise<Answer<Schemas['WriteAnswer']['data']>>
  /** The names directly below a directory; names that end in `/` are directories. Empty if there are none. */
  list(directory: string, options?: CallOptions): Promise<string[]>
  /** The helpers of a mount of kv version 2. */
  kv2(mount: string): Kv2
  /** Gets a token, and sends it with all later requests, also in other namespaces (SEC-086). */
  login(authMethod: string, username: string, password: string, options?: CallOptions): Promise<Schemas['Auth']>
  /** The state of the node. No state is an error. */
  health(options?: CallOptions): Promise<NodeState>
  /** The same client for another namespace. */
  inNamespace(namespace: string): SecretsClient
}

/**
 * A client of the secrets service. It verifies certificates; `src/client/node-tls.ts` makes a `fetch` that does not (SEC-010, SEC-011).
 *
 * ```ts
 * const secrets = createSecretsClient({ baseUrl: 'https://secrets.example:8200', token: process.env.SECRETS_TOKEN ?? '' })
 * const { data } = await secrets.kv2('kv').read('app/db')
 * ```
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createSecretsClient({ token, ...options }: SecretsClientOptions): SecretsClient {
  let present = token
  const authorize = async (request: CredentialRequest) => (typeof present === 'function' ? present(request) : present)
  // Health is served only in the root namespace.
  const root = createApi<paths>(options, rulesOf(options, ''), undefined).verbs
  return inNamespace(options.namespace ?? '')

  function inNamespace(namespace: string): SecretsClient {
    const rules = rulesOf(options, namespace)
    const { verbs, call } = createApi<paths>(options, rules, authorize)
    const anonymous = createApi<paths>(options, rules, undefined).verbs
    const listAt = createList(call, options.listVerb ?? 'LIST')
    const at = (path: string) => ({ params: { path: splitPath(path) } })

    const list = async (directory: string, callOptions?: CallOptions) => {
      const { mount, path } = splitPath(directory.replace(/\/+$/, ''))
      return path === ''
        ? listAt('/v1/{mount}/', { mount }, callOptions)
        : listAt('/v1/{mount}/{path}/', { mount, path }, callOptions)
    }

    return {
      ...verbs,
      inNamespace,
      list,
      kv2: (mount) => createKv2(verbs, mount, (directory, callOptions) => list(`${mount}/${directory}`, callOptions)),
      read: async (path, callOptions) =>
        answerOf(await unwrap(verbs.GET('/v1/{mount}/{path}', { ...callOptions, ...at(path) }))),
      write: async (path, body, callOptions) =>
        answerOf(await unwrap(verbs.POST('/v1/{mount}/{path}', { ...callOptions, ...at(path), body }))),
      delete: async (path, callOptions) =>
        answerOf(await unwrap(verbs.DELETE('/v1/{mount}/{path}', { ...callOptions, ...at(path) }))),
      async login(auth_method, username, password, callOptions) {
        const init = { ...callOptions, params: { path: { auth_method, username } }, body: { password } }
        const { auth } = await unwrap(anonymous.POST('/v1/auth/{auth_method}/login/{username}', init))
        if (auth?.client_token) present = auth.client_token
        return auth ?? {}
      },
      health: (callOptions) => readHealth(root, callOptions),
    }
  }
}

function rulesOf(options: Omit<SecretsClientOptions, 'token'>, namespace: string): InterfaceRules {
  return {
    credential: options.tokenHeader === 'Authorization' ? bearer : plainHeader('X-Svc-Token'),
    headers: {
      'X-Svc-Request': 'true',
      // Namespace and path are joined unchanged: without its slash, `ns1` would run into the mount.
      ...(namespace !== '' && { 'X-Svc-Namespace': namespace.replace(/\/*$/, '/') }),
    },
    spanning: ['mount', 'path'],
    limitsRates: false,
    repeats({ method, path }, status) {
      if (status === 412) return true
      // Every answer about health is final. Elsewhere 429 means that the node is a standby, so a repeat does not help.
      return path === healthPath ? status === undefined : status !== 429 && repeatsReads({ method, path }, status)
    },
    inspect(data, operation) {
      const warnings = warningsOf(data)
      if (warnings.length > 0) options.onWarning?.(warnings, operation)
    },
  }
}

function splitPath(full: string): { mount: string; path: string } {
  const [mount = '', ...rest] = full.replace(/^\/+/, '').split('/')
  return { mount, path: rest.join('/') }
}

type List = (template: string, path: Record<string, string>, options?: CallOptions) => Promise<string[]>

/**
 * Lists directories with the verb LIST, or with GET after an intermediary has refused LIST (SEC-051 to SEC-053).
 *
 * @param verb the verb of the first request; `GET` never sends LIST
 */
function createList(call: Api<object>['call'], verb: 'LIST' | 'GET'): List {
  let usesGet = verb === 'GET'
  return async (template, path, options = {}) => {
    if (!usesGet) {
      const result = await call('LIST', template, { ...options, params: { path } }).catch((error: unknown) => {
        if (error instanceof ConnectionError) return undefined
        throw error
      })
      if (result && isOfService(result)) return keysOf(result)
    }
    const result = await call('GET', template, { ...options, params: { path, query: { list: true } } })
    if (isOfService(result)) usesGet = true
    return keysOf(result)
  }
}

/** Every error of the service has a list of messages, even an empty one; an error without a list comes from an intermediary. */
function isOfService({ error }: OpenResult): boolean {
  return error === undefined || messagesOf(error) !== undefined
}

function messagesOf({ body }: HttpError): unknown[] | undefined {
  const messages = typeof body === 'object' && body !== null && 'errors' in body ? body.errors : undefined
  return Array.isArray(messages) ? messages : undefined
}

function keysOf({ data, error }: OpenResult): string[] {
  if (error) {
    // SEC-054: an empty directory is answered with this 404, which is not an error for a caller.
    if (error.status === 404 && messagesOf(error)?.length === 0) return []
    throw error
  }
  const { data: payload } = data as { data?: { keys?: string[] } }
  return payload?.keys ?? []
}

import * as generated from '../../../generated/secrets/client.ts'
import { ConnectionError, type HttpError } from '../../client/errors.ts'
import {
  type AnyCall,
  type AnyClient,
  type AnyResult,
  operation,
  type PlannedCall,
  unwrap,
} from '../../client/operation.ts'
import type { CallOptions } from '../../client/options.ts'
import { repeatsIdempotent } from '../../client/send.ts'

export * from '../../../generated/secrets/client.ts'

/** The state of a node, by its default health codes. */
export type NodeState = (typeof states)[keyof typeof states]

const states = {
  200: 'active',
  429: 'standby',
  472: 'disaster-recovery-secondary',
  473: 'performance-standby',
  501: 'not-initialized',
  503: 'sealed-or-in-maintenance',
} as const

const healthPath = '/v1/sys/health'

export interface SecretsClientOptions extends generated.SecretsClientOptions {
  /** Prefix of the path of every request but that for health; empty for none. */
  namespace?: string
  /** The verb for lists. Default: LIST, and GET after an intermediary has refused LIST. */
  listVerb?: 'LIST' | 'GET'
  /** Called with the warnings of calls that succeeded. */
  onWarning?: (warnings: readonly string[], operation: string) => void
}

export interface SecretsClient extends generated.SecretsClient {
  /**
   * The names directly below a directory, such as `secret/app`; names that end in `/` are directories. Empty if there are none.
   *
   * @throws {HttpError} when the service refuses
   */
  list(directory: string, options?: CallOptions): Promise<string[]>
  /** Gets a token, and sends it with all later requests, also in other namespaces (SEC-086). */
  login(
    authMethod: string,
    username: string,
    password: string,
    options?: CallOptions,
  ): Promise<generated.Schemas['Auth']>
  /** The same client for another namespace. */
  inNamespace(namespace: string): SecretsClient
}

/**
 * A client of the secrets service. It verifies certificates; `src/client/node-tls.ts` makes a `fetch` that does not (SEC-010, SEC-011).
 *
 * ```ts
 * const secrets = createSecretsClient({ baseUrl: 'https://secrets.example:8200', credentials: { ClientToken: token } })
 * const { data } = await unwrap(readVersion(secrets, { mount: 'kv', path: 'app/db' }))
 * ```
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createSecretsClient(options: SecretsClientOptions): SecretsClient {
  const credentials = { ...options.credentials }
  return inNamespace(options.namespace ?? '')

  function inNamespace(namespace: string): SecretsClient {
    const client = generated.createSecretsClient({
      ...options,
      credentials,
      repeats,
      validate(answer) {
        const { warnings } = Object(answer.body) as { warnings?: unknown }
        if (Array.isArray(warnings) && warnings.length > 0) options.onWarning?.(warnings, answer.operation)
        options.validate?.(answer)
      },
    })
    client.use({
      onRequest({ request, schemaPath }) {
        request.headers.set('X-Svc-Request', 'true')
        // Namespace and path are joined unchanged: without its slash, `ns1` would run into the mount.
        if (namespace !== '' && schemaPath !== healthPath)
          request.headers.set('X-Svc-Namespace', namespace.replace(/\/*$/, '/'))
      },
    })
    return Object.assign(client, {
      inNamespace,
      list: createList(client, options.listVerb ?? 'LIST'),
      async login(auth_method: string, username: string, password: string, callOptions?: CallOptions) {
        const args = { auth_method, username, body: { password } }
        const { auth } = await unwrap(generated.login(client, args, callOptions))
        if (auth?.client_token) credentials.ClientToken = auth.client_token
        return auth ?? {}
      },
    })
  }
}

/** @throws {HttpError} for a status that is not a health code */
export async function readState(client: AnyClient, options?: CallOptions): Promise<NodeState> {
  const { error, response } = await generated.readHealth(client, {}, options)
  const state = states[response.status as keyof typeof states]
  if (state === undefined && error) throw error
  return state ?? 'active'
}

function repeats({ method, path }: PlannedCall, status: number | undefined): boolean {
  if (status === 412) return true
  // Every answer about health is final. Elsewhere 429 means that the node is a standby, so a repeat does not help.
  if (path === healthPath) return status === undefined
  return status !== 429 && method !== 'PUT' && method !== 'DELETE' && repeatsIdempotent({ method }, status)
}

/**
 * Lists directories with the verb LIST, or with GET after an intermediary has refused LIST (SEC-051 to SEC-053).
 *
 * @param verb the verb of the first request; `GET` never sends LIST
 */
function createList(client: AnyClient, verb: 'LIST' | 'GET'): SecretsClient['list'] {
  let usesGet = verb === 'GET'
  return async (directory, options = {}) => {
    const [mount = '', ...rest] = directory.replaceAll(/^\/+|\/+$/g, '').split('/')
    const { form } = rest.length === 0 ? generated.listMount : generated.listDirectory
    const args = { mount, path: rest.join('/') || undefined }
    const send = (method: string, query: object) =>
      operation<AnyCall>({ ...form, method })(client, { ...args, ...query }, options)
    if (!usesGet) {
      const result = await send('LIST', {}).catch((error: unknown) => {
        if (error instanceof ConnectionError) return undefined
        throw error
      })
      if (result && isOfService(result)) return keysOf(result)
    }
    const result = await send('GET', { list: true })
    if (isOfService(result)) usesGet = true
    return keysOf(result)
  }
}

/** Every error of the service has a list of messages, even an empty one; an error without a list comes from an intermediary. */
function isOfService({ error }: AnyResult): boolean {
  return error === undefined || messagesOf(error) !== undefined
}

function messagesOf({ body }: HttpError): unknown[] | undefined {
  const { errors } = Object(body) as { errors?: unknown }
  return Array.isArray(errors) ? errors : undefined
}

function keysOf({ data, error }: AnyResult): string[] {
  if (error) {
    // SEC-054: an empty directory is answered with this 404, which is not an error for a caller.
    if (error.status === 404 && messagesOf(error)?.length === 0) return []
    throw error
  }
  const { data: payload } = data as { data?: { keys?: string[] } }
  return payload?.keys ?? []
}

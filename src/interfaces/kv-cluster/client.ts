import type { components, paths } from '../../../generated/kv-cluster/types.ts'
import { createApi } from '../../client/api.ts'
import type { Verbs } from '../../client/call-types.ts'
import type { CallOptions, ClientOptions } from '../../client/options.ts'
import { type InterfaceRules, repeatsIdempotent } from '../../client/rules.ts'
import { unwrap } from '../../client/unwrap.ts'

type Schemas = components['schemas']

/** `baseUrl` is the client URL of one member; a cluster needs a client for each member. */
export type KvClusterClientOptions = ClientOptions

/** Each method throws the `HttpError` of its call. */
export interface KvClusterClient extends Verbs<paths> {
  /** The versions of the member and of the cluster. */
  version(options?: CallOptions): Promise<Schemas['Version']>
  /**
   * Whether the member is healthy, and the reason if it is not. An unhealthy member is not an error.
   *
   * Sends `/health`, which the documents do not show (gap KVC-G05). **Do not use it on a real 3.5 member before an upgrade**: with its v2
   * store on, the member can write the request to its log, and 3.6 then refuses to start. Use the command `endpoint health` there.
   */
  health(options?: CallOptions): Promise<{ isHealthy: boolean; reason: string | undefined }>
  /** Whether the member is the leader now. Leadership moves: ask again before you rely on it. */
  isLeader(options?: CallOptions): Promise<boolean>
}

const rules: InterfaceRules = {
  // 503 means that the member is unhealthy: that is an answer, so the call is not repeated.
  repeats: (call, status) => repeatsIdempotent(call, status) && (status === undefined || call.path !== '/health'),
}

/**
 * A client of one member of a key-value cluster.
 *
 * ```ts
 * const member = createKvClusterClient({ baseUrl: 'http://m1.kv.example:2379' })
 * const { kvserver, kvcluster } = await member.version()
 * ```
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createKvClusterClient(options: KvClusterClientOptions): KvClusterClient {
  const { verbs } = createApi<paths>(options, rules, undefined)
  return {
    ...verbs,
    version: (callOptions) => unwrap(verbs.GET('/version', callOptions)),
    async health(callOptions) {
      const { data, error } = await verbs.GET('/health', callOptions)
      if (error && error.status !== 503) throw error
      const { health, reason } = data ?? error?.body ?? {}
      return { isHealthy: !error && health === 'true', reason: reason || undefined }
    },
    async isLeader(callOptions) {
      const metrics = await unwrap(verbs.GET('/metrics', callOptions))
      const [, value] = /^kv_server_is_leader(?:\{[^}]*\})?[ \t]+(\S+)/m.exec(metrics) ?? []
      return Number(value) === 1
    },
  }
}

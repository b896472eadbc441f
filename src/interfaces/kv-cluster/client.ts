import { getHealth, getMetrics, unwrap } from '../../../generated/kv-cluster/client.ts'
import type { AnyClient } from '../../client/operation.ts'
import type { CallOptions } from '../../client/options.ts'

export * from '../../../generated/kv-cluster/client.ts'

/**
 * Whether the member is healthy, and the reason if it is not. An unhealthy member is not an error.
 *
 * Sends `/health`, which the documents do not show (gap KVC-G05). **Do not use it on a real 3.5 member before an upgrade**: with its v2 store
 * on, the member can write the request to its log, and 3.6 then refuses to start. Use the command `endpoint health` there.
 */
export async function readHealth(
  member: AnyClient,
  options?: CallOptions,
): Promise<{ isHealthy: boolean; reason: string | undefined }> {
  // 503 means that the member is unhealthy: that is an answer, so the call is not repeated.
  const { data, error } = await getHealth(member, {}, { retries: 0, ...options })
  if (error && error.status !== 503) throw error
  const { health, reason } = data ?? error?.body ?? {}
  return { isHealthy: !error && health === 'true', reason: reason || undefined }
}

/** Whether the member is the leader now. Leadership moves: ask again before you rely on it. */
export async function isLeader(member: AnyClient, options?: CallOptions): Promise<boolean> {
  const metrics = await unwrap(getMetrics(member, {}, options))
  const [, value] = /^kv_server_is_leader(?:\{[^}]*\})?[ \t]+(\S+)/m.exec(metrics) ?? []
  return Number(value) === 1
}

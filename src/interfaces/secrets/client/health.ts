import type { paths } from '../../../../generated/secrets/types.ts'
import type { Verbs } from '../../../client/call-types.ts'
import type { CallOptions } from '../../../client/options.ts'

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

export const healthPath = '/v1/sys/health'

/** @throws {HttpError} for a status that is not a health code */
export async function readHealth(verbs: Verbs<paths>, options?: CallOptions): Promise<NodeState> {
  const { error, response } = await verbs.GET(healthPath, options)
  const state = states[response.status]
  if (state === undefined && error) throw error
  return state ?? 'active'
}

import type { components } from '../../../generated/secrets/types.ts'
import type { SecretsBehaviours } from './caller.ts'
import { help } from './help/help-answer.ts'

type ErrorBody = components['schemas']['ErrorBody']

const standby: ErrorBody = { errors: ['the node is a standby'] }
const recovery: ErrorBody = { errors: ['the node is active in a disaster-recovery secondary'] }
const performanceStandby: ErrorBody = { errors: ['the node is a performance standby'] }

export const healthBehaviours = {
  /** Admission has already answered for a node that is not initialized or sealed. */
  async readHealth({ query }, context) {
    if (query.help) return help(context)
    const { clock, conditions, because } = context
    switch (conditions.node_role) {
      case 'standby':
        because('SEC-104')
        return { status: 429, body: standby }
      case 'dr-secondary':
        because('SEC-105')
        return { status: 472, body: recovery }
      case 'performance-standby':
        because('SEC-106')
        return { status: 473, body: performanceStandby }
      case 'active':
        return { status: 200, body: activeAt(clock.now()) }
    }
  },
} satisfies SecretsBehaviours

function activeAt(now: Date): components['schemas']['HealthStatus'] {
  return {
    initialized: true,
    sealed: false,
    standby: false,
    performance_standby: false,
    server_time_utc: Math.floor(now.getTime() / 1000),
    version: '1.0.0',
    cluster_name: 'example',
  }
}

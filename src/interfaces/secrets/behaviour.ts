import { randomUUID } from 'node:crypto'
import type { components, operations } from '../../../generated/secrets/types.ts'
import type { Behaviour } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Caller, SecretsBehaviours } from './caller.ts'
import type { Conditions } from './conditions.ts'
import { envelope } from './envelope.ts'
import { help } from './help/help-answer.ts'
import { directoryBehaviours, secretBehaviours } from './kv/secrets.ts'
import { settingsBehaviours } from './kv/settings.ts'
import { versionBehaviours } from './kv/versions.ts'
import { tokensOf, usersOf } from './state.ts'

const healthBehaviours = {
  /** Admission has already answered for a node that is not initialized or sealed. */
  async readHealth({ query }, context) {
    if (query.help) return help(context)
    const { clock, conditions, cite } = context
    switch (conditions.node_role) {
      case 'standby':
        cite('SEC-104')
        return { status: 429, body: { errors: ['the node is a standby'] } }
      case 'dr-secondary':
        cite('SEC-105')
        return { status: 472, body: { errors: ['the node is active in a disaster-recovery secondary'] } }
      case 'performance-standby':
        cite('SEC-106')
        return { status: 473, body: { errors: ['the node is a performance standby'] } }
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

/** Issues a new token, which is valid for the other operations until it expires (SEC-069, SEC-083, gaps SEC-G03, SEC-G06). */
const login: Behaviour<operations['login'], Conditions, Caller> = async ({ body }, context) => {
  const { store, clock, caller, cite } = context
  const user = await usersOf(store).get(caller.target.key)
  if (user?.password !== body.password) {
    return new Refusal('forbidden', 'permission denied: no such user, or a wrong password', {
      rules: ['SEC-096'],
      credentials: { fault: 'unknown', credential: user ? 'password of the user' : 'user' },
    })
  }
  cite('SEC-083', 'SEC-085')
  const { policies, lease_duration } = user
  const client_token = `svc.${randomUUID()}`
  const expires_at = new Date(clock.now().getTime() + lease_duration * 1000).toISOString()
  await tokensOf(store).set(client_token, { policies, ...(lease_duration > 0 ? { expires_at } : {}) })
  return {
    status: 200,
    body: { ...envelope(null), auth: { client_token, policies, lease_duration, renewable: false } },
  }
}

const loginBehaviours = {
  login,
  loginByPut: login,

  async describeLogin(_, context) {
    return help(context)
  },
} satisfies SecretsBehaviours

export const behaviours: SecretsBehaviours = {
  ...secretBehaviours,
  ...directoryBehaviours,
  ...versionBehaviours,
  ...settingsBehaviours,
  ...loginBehaviours,
  ...healthBehaviours,
}

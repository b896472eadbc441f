import { randomUUID } from 'node:crypto'
import type { operations } from '../../../../generated/secrets/types.ts'
import type { Behaviour } from '../../../behaviour/behaviour.ts'
import { Refusal } from '../../../behaviour/refusal.ts'
import type { Caller, SecretsBehaviours } from '../caller.ts'
import type { Conditions } from '../conditions.ts'
import { envelope } from '../envelope.ts'
import { help } from '../help/help-answer.ts'
import { tokensOf, usersOf } from '../state.ts'

/** Issues a new token, which is valid for the other operations until it expires (SEC-069, SEC-083, gaps SEC-G03, SEC-G06). */
const login: Behaviour<operations['login'], Conditions, Caller> = async ({ body }, context) => {
  const { store, clock, caller, because } = context
  const user = await usersOf(store).get(caller.target.key)
  if (user?.password !== body.password) {
    return new Refusal('forbidden', 'permission denied: no such user, or a wrong password', {
      rules: ['SEC-096'],
      credentials: { fault: 'unknown', credential: user ? 'password of the user' : 'user' },
    })
  }
  because('SEC-083', 'SEC-085')
  const { policies, lease_duration } = user
  const client_token = `svc.${randomUUID()}`
  const expires_at = new Date(clock.now().getTime() + lease_duration * 1000).toISOString()
  await tokensOf(store).set(client_token, { policies, ...(lease_duration > 0 ? { expires_at } : {}) })
  return {
    status: 200,
    body: { ...envelope(null), auth: { client_token, policies, lease_duration, renewable: false } },
  }
}

export const loginBehaviours = {
  login,
  loginByPut: login,

  async describeLogin(_, context) {
    return help(context)
  },
} satisfies SecretsBehaviours

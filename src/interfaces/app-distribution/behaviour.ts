import type { operations } from '../../../generated/app-distribution/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { updatingUserOf, userOf, whyNotRemoveFrom } from './permissions.ts'
import { appKey, isMember, records, type Token, updateProfile, withoutMember } from './state.ts'

export const behaviours: Behaviours<operations, object, Token> = {
  async getUser(_, { store, caller, because }) {
    const user = userOf(caller)
    if (user instanceof Refusal) return user
    because('APD-026', ...(user.access === 'read-only' ? ['APD-015'] : []))
    const profile = await records(store).users.get(user.email)
    return profile ? { status: 200, body: profile } : userHasGone()
  },

  async updateUser({ body }, { store, caller }) {
    const user = updatingUserOf(caller)
    if (user instanceof Refusal) return user
    const updated = await records(store).users.update(user.email, (profile) => profile && updateProfile(profile, body))
    return updated ? { status: 200, body: updated } : userHasGone()
  },

  async removeAppUser({ path }, { store, caller, because }) {
    const { apps } = records(store)
    const key = appKey(path.owner_name, path.app_name)
    const app = await apps.get(key)
    const refusal = whyNotRemoveFrom(key, app, caller)
    if (refusal) return refusal
    if (!app || !isMember(app, path.user_email)) {
      return new Refusal('not-found', `${path.user_email} is not a user of ${key}.`)
    }
    await apps.set(key, withoutMember(app, path.user_email))
    because(caller.kind === 'app' ? 'APD-011' : 'APD-014', 'APD-027')
    return { status: 204 }
  },
}

/** The user was deleted after the token had been checked. */
function userHasGone(): Refusal {
  return new Refusal('unauthenticated', 'The API token is unknown or revoked.', {
    credentials: { fault: 'unknown', credential: 'user of the API token' },
  })
}

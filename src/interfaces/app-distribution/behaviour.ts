import type { operations } from '../../../generated/app-distribution/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import type { CredentialFault } from '../../behaviour/credential-fault.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { type App, type Role, records, type Token, type UserToken } from './state.ts'

export const behaviours: Behaviours<operations, object, Token> = {
  async getUser(_, { store, caller, cite }) {
    const user = userOf(caller)
    if (user instanceof Refusal) return user
    cite('APD-026', ...(user.access === 'read-only' ? ['APD-015'] : []))
    const profile = await records(store).users.get(user.email)
    return profile ? { status: 200, body: profile } : userHasGone()
  },

  /** Fields that are left out keep their values, so an empty payload changes nothing (APD-024). */
  async updateUser({ body }, { store, caller }) {
    const user = updatingUserOf(caller)
    if (user instanceof Refusal) return user
    const updated = await records(store).users.update(user.email, (profile) => profile && { ...profile, ...body })
    return updated ? { status: 200, body: updated } : userHasGone()
  },

  async removeAppUser({ path }, { store, caller, cite }) {
    const { apps } = records(store)
    const key = `${path.owner_name}/${path.app_name}`
    const app = await apps.get(key)
    const refusal = whyNotRemoveFrom(key, app, caller)
    if (refusal) return refusal
    if (!app?.members.some(({ email }) => email === path.user_email)) {
      return new Refusal('not-found', `${path.user_email} is not a user of ${key}.`)
    }
    await apps.set(key, { members: app.members.filter(({ email }) => email !== path.user_email) })
    cite(caller.kind === 'app' ? 'APD-011' : 'APD-014', 'APD-027')
    return { status: 204 }
  },
}

/** The user was deleted after the token had been checked. */
function userHasGone(): Refusal {
  return new Refusal('unauthenticated', 'The API token is unknown or revoked.', {
    credentials: { fault: 'unknown', credential: 'user of the API token' },
  })
}

/** The role of a token in an app; undefined if it has no rights there. */
function roleOf(token: Token, key: string, app: App): Role | undefined {
  if (token.kind === 'app') {
    // APD-010: an app token works for one app. APD-011, APD-012: its access type alone determines its role.
    if (token.app !== key) return undefined
    return token.access === 'full-access' ? 'Manager' : 'Viewer'
  }
  // APD-007, APD-008, APD-014: the role of its user in the app of the path, in any organization (gap APD-G08).
  const role = app.members.find(({ email }) => email === token.email)?.role
  // APD-015, APD-016: a read-only token has the rights of a Viewer, even for a Manager.
  return role && token.access === 'read-only' ? 'Viewer' : role
}

/**
 * Why a token may not remove users from an app; undefined if it may. Only a Manager may (gap APD-G06). Only a caller who could change an
 * app learns that an app does not exist (gap APD-G13).
 */
function whyNotRemoveFrom(key: string, app: App | undefined, token: Token): Refusal | undefined {
  if (token.access === 'read-only') {
    return new Refusal('forbidden', 'A Read-Only token cannot make this change.', {
      rules: token.kind === 'app' ? ['APD-012'] : ['APD-016'],
      credentials: lacking('the access type Full Access'),
    })
  }
  if (!app) return new Refusal('not-found', `There is no app ${key}.`)
  if (roleOf(token, key, app) === 'Manager') return undefined
  return token.kind === 'app'
    ? new Refusal('forbidden', 'This app token belongs to another app.', {
        rules: ['APD-010'],
        credentials: lacking('access to this app'),
      })
    : new Refusal('forbidden', `Only a Manager of ${key} can remove its users.`, {
        rules: ['APD-007'],
        credentials: lacking('the role Manager in this app'),
      })
}

/** The user whose profile a token reads. An app token belongs to an app and has no profile (gap APD-G07). */
function userOf(token: Token): UserToken | Refusal {
  return token.kind === 'user'
    ? token
    : new Refusal('forbidden', 'An app token has no user profile.', { credentials: lacking('a user') })
}

/** The user whose profile a token changes. The token must have Full Access, since a Viewer changes no settings (APD-016). */
function updatingUserOf(token: Token): UserToken | Refusal {
  const user = userOf(token)
  return user instanceof Refusal || user.access === 'full-access'
    ? user
    : new Refusal('forbidden', 'A Read-Only token cannot make this change.', {
        rules: ['APD-016'],
        credentials: lacking('the access type Full Access'),
      })
}

function lacking(right: string): CredentialFault {
  return { fault: 'lacking', credential: 'API token', right }
}

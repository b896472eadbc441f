import type { operations } from '../../../generated/app-distribution/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import type { CredentialFault } from '../../behaviour/credential-fault.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { type App, records, type Token, type UserToken } from './state.ts'

export const behaviours: Behaviours<operations, object, Token> = {
  async getUser(_, { store, caller, cite }) {
    const user = userOf(caller)
    if (user instanceof Refusal) return user
    cite('APD-026', ...(user.access === 'read-only' ? ['APD-015'] : []))
    return { status: 200, body: (await records(store).users.get(user.email)) ?? {} }
  },

  /** Fields that are left out keep their values, so an empty payload changes nothing (APD-024). */
  async updateUser({ body }, { store, caller }) {
    const user = userOf(caller)
    if (user instanceof Refusal) return user
    if (user.access === 'read-only') return readOnly(user)
    const { users } = records(store)
    const profile = { ...(await users.get(user.email)), ...body }
    await users.set(user.email, profile)
    return { status: 200, body: profile }
  },

  async removeAppUser({ path }, { store, caller, cite }) {
    const { apps } = records(store)
    const key = `${path.owner_name}/${path.app_name}`
    const app = managedApp(key, await apps.get(key), caller)
    if (app instanceof Refusal) return app
    if (!app.members.some(({ email }) => email === path.user_email)) {
      return new Refusal('not-found', `${path.user_email} is not a user of ${key}.`)
    }
    await apps.set(key, { members: app.members.filter(({ email }) => email !== path.user_email) })
    cite(caller.kind === 'app' ? 'APD-011' : 'APD-014', 'APD-027')
    return { status: 204 }
  },
}

/**
 * The app, or why a token may not remove users from it. Only a Manager may (gap APD-G06). Only a caller who could change an app learns that
 * an app does not exist (gap APD-G13).
 */
function managedApp(key: string, app: App | undefined, token: Token): App | Refusal {
  // APD-012, APD-015, APD-016: a read-only token has the rights of a Viewer, even for a Manager.
  if (token.access === 'read-only') return readOnly(token)
  if (!app) return new Refusal('not-found', `There is no app ${key}.`)
  // APD-010: an app token works for one app. APD-011: its access type alone determines its role.
  if (token.kind === 'app' && token.app !== key) {
    return new Refusal('forbidden', 'This app token belongs to another app.', {
      rules: ['APD-010'],
      credentials: lacking('access to this app'),
    })
  }
  // APD-007, APD-008, APD-014: the role of its user in the app of the path, in any organization (gap APD-G08).
  const role = token.kind === 'app' ? 'Manager' : app.members.find(({ email }) => email === token.email)?.role
  if (role === 'Manager') return app
  return new Refusal('forbidden', `Only a Manager of ${key} can remove its users.`, {
    rules: ['APD-007'],
    credentials: lacking('the role Manager in this app'),
  })
}

function readOnly({ kind }: Token): Refusal {
  return new Refusal('forbidden', 'A Read-Only token cannot make this change.', {
    rules: [kind === 'app' ? 'APD-012' : 'APD-016'],
    credentials: lacking('the access type Full Access'),
  })
}

/** The user whose profile a token reads. An app token belongs to an app and has no profile (gap APD-G07). */
function userOf(token: Token): UserToken | Refusal {
  return token.kind === 'user'
    ? token
    : new Refusal('forbidden', 'An app token has no user profile.', { credentials: lacking('a user') })
}

function lacking(right: string): CredentialFault {
  return { fault: 'lacking', credential: 'API token', right }
}

import type { components } from '../../../generated/app-distribution/types.ts'
import type { Collection, Store } from '../../behaviour/store.ts'

/** Profile data as the API shows it: an open object. */
export type Profile = components['schemas']['UserProfile']

export type Role = 'Manager' | 'Developer' | 'Viewer'

/** An app, stored under `owner/name`. The owner is a user or an organization; the path is the same (APD-018). */
export interface App {
  members: { email: string; role: Role }[]
}

/** The rights of a token, stored under its value. Deleting the record revokes the token. */
export type Token = {
  access: 'full-access' | 'read-only'
} & ({ kind: 'user'; email: string } | { kind: 'app'; app: string })

export type UserToken = Extract<Token, { kind: 'user' }>

/** The records of the interface. Users are stored under the e-mail address of their account, whatever their profile says. */
export function records(store: Store): {
  users: Collection<Profile>
  apps: Collection<App>
  tokens: Collection<Token>
} {
  return { users: store.collection('users'), apps: store.collection('apps'), tokens: store.collection('tokens') }
}

export function appKey(owner: string, name: string): string {
  return `${owner}/${name}`
}

export function isMember(app: App, email: string): boolean {
  return app.members.some((member) => member.email === email)
}

export function withoutMember(app: App, email: string): App {
  return { ...app, members: app.members.filter((member) => member.email !== email) }
}

/** Fields that are left out keep their values, so an empty payload changes nothing (APD-024). */
export function updateProfile(profile: Profile, given: Profile): Profile {
  return { ...profile, ...given }
}

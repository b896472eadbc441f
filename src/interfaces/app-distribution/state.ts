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

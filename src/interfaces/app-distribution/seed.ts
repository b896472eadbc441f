import type { Examples, SeededCredential, SeededRecord } from '../../behaviour/definition.ts'
import type { Store } from '../../behaviour/store.ts'
import { type Profile, type Role, records, type Token } from './state.ts'

const ada = 'ada@acme.example'
const ben = 'ben@acme.example'
const cleo = 'cleo@acme.example'
const dana = 'dana@acme.example'
const eli = 'eli@acme.example'

/** Users who are not in the documented examples. */
const otherUsers: [email: string, profile: Profile][] = [
  [ben, profileOf('02', 'ben', 'Ben Varga', ben)],
  [dana, profileOf('04', 'dana', 'Dana Iqbal', dana)],
  [eli, profileOf('05', 'eli', 'Eli Brandt', eli)],
]

const apps: Record<string, Record<string, Role>> = {
  'acme/field-notes': { [ada]: 'Manager', [ben]: 'Manager', [cleo]: 'Viewer', [dana]: 'Developer' },
  // A second app of the same organization, with other roles.
  'acme/trail-map': { [ben]: 'Viewer', [cleo]: 'Manager' },
  // A second organization.
  'globex/tide-table': { [ada]: 'Manager', [ben]: 'Viewer', [cleo]: 'Viewer' },
  // An app that a user owns.
  'ada/sketch-pad': { [ada]: 'Manager', [ben]: 'Viewer' },
}

/** Role of the credential, and the rights of its token; the token is `app-distribution.example-<role>`. */
const tokens: [role: string, Token][] = [
  ['full', { kind: 'user', access: 'full-access', email: ada }],
  ['read-only', { kind: 'user', access: 'read-only', email: ada }],
  ['second-manager', { kind: 'user', access: 'full-access', email: ben }],
  ['viewer', { kind: 'user', access: 'full-access', email: cleo }],
  ['viewer-read-only', { kind: 'user', access: 'read-only', email: cleo }],
  ['developer', { kind: 'user', access: 'full-access', email: dana }],
  ['none', { kind: 'user', access: 'full-access', email: eli }],
  ['app-full', { kind: 'app', access: 'full-access', app: 'acme/field-notes' }],
  ['app-read-only', { kind: 'app', access: 'read-only', app: 'acme/field-notes' }],
  ['other-app-full', { kind: 'app', access: 'full-access', app: 'acme/trail-map' }],
]

/** A revoked token has no record. */
export const credentials: SeededCredential[] = [...tokens.map(([role]) => role), 'revoked'].map((role) => ({
  role,
  headers: { 'x-api-token': tokenOf(role) },
}))

export const seededRecords: SeededRecord[] = [
  {
    description: 'an app of an organization; ada and ben are its Managers, dana is a Developer, cleo a Viewer',
    key: 'acme/field-notes',
  },
  {
    description: 'a second app of that organization; cleo is its Manager, ben a Viewer, ada none of its users',
    key: 'acme/trail-map',
  },
  {
    description: 'an app of a second organization; ada is its Manager, ben and cleo are Viewers',
    key: 'globex/tide-table',
  },
  { description: 'an app that the user ada owns and manages; ben is a Viewer', key: 'ada/sketch-pad' },
  { description: 'a user who can be removed by a Manager of acme/field-notes', key: ben },
  { description: 'a user without any app', key: eli },
]

export async function seed(store: Store, examples: Examples): Promise<void> {
  const kept = records(store)
  // The schema says only that a profile is an object; the lint validates the examples against it.
  for (const profile of examples.of('getUser', 200) as Profile[]) await kept.users.set(String(profile.email), profile)
  for (const [email, profile] of otherUsers) await kept.users.set(email, profile)
  for (const [key, roles] of Object.entries(apps)) {
    await kept.apps.set(key, { members: Object.entries(roles).map(([email, role]) => ({ email, role })) })
  }
  for (const [role, token] of tokens) await kept.tokens.set(tokenOf(role), token)
}

function tokenOf(role: string): string {
  return `app-distribution.example-${role}`
}

function profileOf(number: string, name: string, display_name: string, email: string): Profile {
  const id = `8d1c1f6e-0a53-4d0e-9c1b-2f6a7a3e4b${number}`
  return { id, name, display_name, email, created_at: '2022-02-01T09:00:00.000Z' }
}

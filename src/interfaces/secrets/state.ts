import type { components } from '../../../generated/secrets/types.ts'
import type { Collection, Store } from '../../behaviour/store.ts'
import type { AccessRule } from './access.ts'

export type Engine = 'kv-1' | 'kv-2' | 'userpass'

/** A mount, by its full path: `ns1/kv/`, `auth/userpass/`. */
export interface MountRecord {
  engine: Engine
}

/** A namespace, by its full path: `ns1/ns2/`. */
export interface NamespaceRecord {
  description?: string
}

/** A client token, by its value. */
export interface TokenRecord {
  policies: string[]
  /** RFC 3339; absent if the token does not expire. */
  expires_at?: string
}

/** The rights of the tokens with a policy; by its name. */
export interface PolicyRecord {
  rules: AccessRule[]
}

/** Someone who can log in, by full path: `ns1/auth/userpass/reporting`. */
export interface UserRecord {
  password: string
  policies: string[]
  /** Lifetime of this user's tokens in seconds. */
  lease_duration: number
}

/** Key/value pairs of a kv version 1 secret, by full path: `ns1/secret/app/db`. */
export type SecretRecord = components['schemas']['KeyValues']

export type StoreSettings = components['schemas']['StoreSettings']

export interface StoredVersion {
  version: number
  created_time: string
  /** RFC 3339; empty while it is not deleted. */
  deletion_time: string
  destroyed: boolean
  /** Null once it is destroyed. */
  data: SecretRecord | null
}

/** A kv version 2 key with its versions, oldest first, by full path: `ns1/kv/app/db`. */
export interface KeyRecord {
  /** 0: the number of the store. */
  max_versions: number
  current_version: number
  /** 0 until a version is dropped. */
  oldest_version: number
  created_time: string
  updated_time: string
  versions: StoredVersion[]
}

export const mountsOf = (store: Store): Collection<MountRecord> => store.collection('mounts')
export const namespacesOf = (store: Store): Collection<NamespaceRecord> => store.collection('namespaces')
export const tokensOf = (store: Store): Collection<TokenRecord> => store.collection('tokens')
export const policiesOf = (store: Store): Collection<PolicyRecord> => store.collection('policies')
export const usersOf = (store: Store): Collection<UserRecord> => store.collection('users')
export const secretsOf = (store: Store): Collection<SecretRecord> => store.collection('secrets')
export const keysOf = (store: Store): Collection<KeyRecord> => store.collection('keys')
export const storeSettingsOf = (store: Store): Collection<StoreSettings> => store.collection('store-settings')
/** Number of the next requests that fail because their data are missing. */
export const earlyRequestsOf = (store: Store): Collection<number> => store.collection('early-requests')

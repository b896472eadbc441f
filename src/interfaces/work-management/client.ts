import type { components, paths } from '../../../generated/work-management/types.ts'
import { createApi } from '../../client/api.ts'
import type { Verbs } from '../../client/call-types.ts'
import { bearer, type Credential } from '../../client/credential.ts'
import type { CallOptions, ClientOptions } from '../../client/options.ts'
import { unwrap } from '../../client/unwrap.ts'
import { BatchError, batchSize } from './client-batch.ts'
import { type PathsOpenTo, type Scope, scopesOf } from './client-scopes.ts'

export { BatchError } from './client-batch.ts'
export type { PathsOpenTo, Scope } from './client-scopes.ts'

type Schemas = components['schemas']

export interface WorkManagementClientOptions<Granted extends Scope> extends ClientOptions {
  /** An access token, or what gets one; a function is told the scopes of which the call needs one. */
  token: Credential
  /** The scopes that the token holds: calls that none of them opens do not compile. All, unless told otherwise. */
  scopes?: readonly Granted[]
}

/** Helpers for users, where the scopes open their update. */
export interface UserUpdates {
  /**
   * Sets the same fields for many users, and answers them in the order of the ids; more than 100 ids go in several requests, one after another.
   *
   * @throws {BatchError} when one of them fails: it tells which users are updated, and which are not
   */
  updateUsers(ids: readonly string[], fields: Schemas['UserFields'], options?: CallOptions): Promise<Schemas['User'][]>
}

export type WorkManagementClient<Granted extends Scope = Scope> = Verbs<PathsOpenTo<Granted>> &
  ('amReadWriteUser' extends Granted ? UserUpdates : unknown)

/**
 * A client of the work-management API, version 4.
 *
 * ```ts
 * const work = createWorkManagementClient({ baseUrl: 'https://work.example', token, scopes: ['amReadWriteUser'] })
 * const users = await work.updateUsers(['KUAAAA01', 'KUAAAA02'], { title: 'Engineer' })
 * ```
 *
 * @throws {TypeError} for a `baseUrl` that is no address
 */
export function createWorkManagementClient<const Granted extends Scope = Scope>({
  token,
  scopes,
  ...options
}: WorkManagementClientOptions<Granted>): WorkManagementClient<Granted> {
  const rules = {
    credential: bearer,
    scopesOf: (call: { method: string; path: string }) => scopesOf(call.method, call.path),
  }
  const { verbs } = createApi<paths>(options, rules, token)
  const client: Verbs<paths> & UserUpdates = {
    ...verbs,
    async updateUsers(ids, body, callOptions) {
      const updated: Schemas['User'][] = []
      for (let from = 0; from < ids.length; from += batchSize) {
        const userId = ids.slice(from, from + batchSize)
        const call = verbs.PUT('/users/{userId}', { ...callOptions, params: { path: { userId } }, body })
        try {
          updated.push(...((await unwrap(call)).data ?? []))
        } catch (cause) {
          const progress = { updated, failed: userId, untried: ids.slice(from + batchSize) }
          throw new BatchError('PUT /users/{userId}', progress, cause)
        }
      }
      return updated
    },
  }
  // What the scopes take away is taken away in the types; a server refuses it in any case.
  return client as WorkManagementClient<Granted>
}

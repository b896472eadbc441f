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
  /** An access token, or a function that fetches one; the function gets the scopes of which the call needs one. */
  token: Credential
  /** The scopes of the token: a call that none of them permits does not compile. Default: all scopes. */
  scopes?: readonly Granted[]
}

/** Helpers for users, if the scopes permit their update. */
export interface UserUpdates {
  /**
   * Sets the same fields of many users, and returns them in the order of the ids. More than 100 ids are sent in several requests, one after
   * another.
   *
   * @throws {BatchError} when a request fails: it says which users are updated, and which are not
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
 * @throws {TypeError} for a `baseUrl` that is not an address
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
  // The scopes only restrict the types; a server refuses the other calls in any case.
  return client as WorkManagementClient<Granted>
}

import type { components, paths } from '../../../generated/app-distribution/types.ts'
import { createApi } from '../../client/api.ts'
import type { Verbs } from '../../client/call-types.ts'
import { type Credential, plainHeader } from '../../client/credential.ts'
import type { CallOptions, ClientOptions } from '../../client/options.ts'
import { unwrap } from '../../client/unwrap.ts'

type Schemas = components['schemas']

export interface AppDistributionClientOptions extends ClientOptions {
  /** A user token or an app token, sent in `X-API-Token`; keep it out of source code (APD-001). */
  token: Credential
}

/** The document's paths, but no write needs a body: without one, this client sends `{}`. */
export type AppDistributionPaths = {
  [Path in keyof paths]: { [Member in keyof paths[Path]]: WithoutPayload<paths[Path][Member]> }
}

type WithoutPayload<Operation> = Operation extends { requestBody: infer Body }
  ? Omit<Operation, 'requestBody'> & { requestBody?: Body }
  : Operation

/** Each method throws the `HttpError` of its call. */
export interface AppDistributionClient extends Verbs<AppDistributionPaths> {
  /** The profile of the user to whom the token belongs. */
  getUser(options?: CallOptions): Promise<Schemas['UserProfile']>
  /** Sets fields of that profile; without fields, it changes nothing. */
  updateUser(fields?: Schemas['UserUpdate'], options?: CallOptions): Promise<Schemas['UserProfile']>
  /** Removes a user from an app. */
  removeAppUser(user: AppUser, options?: CallOptions): Promise<void>
}

export interface AppUser {
  ownerName: string
  appName: string
  userEmail: string
}

/**
 * A client of the app-distribution API. The platform was retired on March 31, 2025, except analytics and diagnostics, which stay supported
 * until June 30, 2026.
 *
 * ```ts
 * const apps = createAppDistributionClient({ baseUrl: 'https://apps.example', token: process.env.APPS_TOKEN ?? '' })
 * await apps.removeAppUser({ ownerName: 'acme', appName: 'field-notes', userEmail: 'ben@acme.example' })
 * ```
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createAppDistributionClient({
  token,
  ...options
}: AppDistributionClientOptions): AppDistributionClient {
  const rules = { credential: plainHeader('X-API-Token'), fillsEmptyPatch: true }
  const { verbs } = createApi<AppDistributionPaths>(options, rules, token)
  return {
    ...verbs,
    getUser: (callOptions) => unwrap(verbs.GET('/v0.1/user', callOptions)),
    updateUser: (body = {}, callOptions) => unwrap(verbs.PATCH('/v0.1/user', { ...callOptions, body })),
    async removeAppUser({ ownerName, appName, userEmail }, callOptions) {
      const path = { owner_name: ownerName, app_name: appName, user_email: userEmail }
      await unwrap(
        verbs.DELETE('/v0.1/apps/{owner_name}/{app_name}/users/{user_email}', { ...callOptions, params: { path } }),
      )
    },
  }
}

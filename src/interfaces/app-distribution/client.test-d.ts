import { createAppDistributionClient } from './client.ts'

const apps = createAppDistributionClient({ baseUrl: 'apps.example', token: 'token' })

/** Calls that must not compile; they are never made. */
export async function refusedByTheCompiler() {
  await apps.PATCH('/v0.1/user')
  await apps.GET('/v0.1/user', {
    // @ts-expect-error a GET has no body
    body: {},
  })
  // @ts-expect-error a removal names the user
  await apps.removeAppUser({ ownerName: 'acme', appName: 'field-notes' })
  const { error } = await apps.GET('/v0.1/user')
  if (error?.status === 403) {
    // @ts-expect-error the message stands in `error`
    console.log(error.body?.message)
  }
}

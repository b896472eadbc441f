import { createWorkManagementClient } from './client.ts'

const settings = { baseUrl: 'work.example', token: 'token' }

/** Calls that must not compile; they are never made. */
export async function refusedByTheCompiler() {
  createWorkManagementClient({
    ...settings,
    // @ts-expect-error no such scope
    scopes: ['amReadOnlyWorkflows'],
  })

  const reader = createWorkManagementClient({ ...settings, scopes: ['Default', 'amReadOnlyUser'] })
  await reader.GET('/workflows')
  await reader.GET('/users/{userId}', { params: { path: { userId: 'KUAAAA01' } } })
  // @ts-expect-error neither scope opens the creation of workflows
  await reader.POST('/workflows')
  // @ts-expect-error neither scope opens the update of users
  await reader.updateUsers([], {})

  const users = createWorkManagementClient({ ...settings, scopes: ['amReadWriteUser'] })
  await users.updateUsers([], {})
  // @ts-expect-error the scope of users does not open workflows
  await users.GET('/workflows')

  const all = createWorkManagementClient(settings)
  await all.POST('/workflows')
  await all.updateUsers([], {})
  // @ts-expect-error an update takes a list of ids
  await all.PUT('/users/{userId}', { params: { path: { userId: 'KUAAAA01' } } })
}

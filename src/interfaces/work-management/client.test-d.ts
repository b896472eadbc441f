import { createWorkManagementClient, listWorkflows, updateUsers } from './client.ts'

const work = createWorkManagementClient({ baseUrl: 'work.example', credentials: { OAuth2: 'token' } })

/** Calls that must not compile; they are never made. */
export async function refusedByTheCompiler() {
  // @ts-expect-error an update takes a list of ids
  await updateUsers(work, { userId: 'KUAAAA01', body: {} })
  await updateUsers(work, {
    userId: ['KUAAAA01'],
    body: {},
    // @ts-expect-error a query parameter that the operation does not have
    color: 'red',
  })
  // @ts-expect-error an option that a call does not have
  await listWorkflows(work, {}, { tmieout: 5 })
  // @ts-expect-error the document has no such scheme
  createWorkManagementClient({ baseUrl: 'work.example', credentials: { token: 'token' } })
  const { error } = await listWorkflows(work)
  // @ts-expect-error the body of a status that is not documented is unknown
  if (error?.status === 503) console.log(error.body.detail)
  // @ts-expect-error no error has such a status
  if (error?.status === 200) console.log(error)
}

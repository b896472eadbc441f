import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { ConnectionError, HttpError } from '../../client/errors.ts'
import { serveLocally } from '../../client/local-server.fixture.ts'
import type { CredentialRequest } from '../../client/security.ts'
import { openMock } from '../../mock/open-mock.fixture.ts'
import {
  BatchError,
  createWorkflow,
  createWorkManagementClient,
  getUser,
  listWorkflows,
  updateAllUsers,
  updateUsers,
} from './client.ts'
import { requirements } from './scopes.ts'
import { credentials } from './seed.ts'

const tokenOf = (role: string) =>
  credentials.find((one) => one.role === role)?.headers.authorization?.replace('Bearer ', '') ?? expect.fail(role)

const mock = openMock('work-management')

function settings() {
  return { baseUrl: `${mock.origin}/work-management`, headers: { 'X-Mock-Session': randomUUID() } }
}

/** A server that answers an update with the named users, and the ids of each request. */
async function usersServer(refuse: (count: number) => 'break' | number | undefined = () => undefined) {
  const requests: string[][] = []
  const { baseUrl } = await serveLocally(({ url = '' }, response, count) => {
    const ids = url.replace('/users/', '').split(',')
    requests.push(ids)
    const refusal = refuse(count)
    if (refusal === 'break') {
      response.destroy()
      return undefined
    }
    return refusal ? { status: refusal, body: { error: 'no' } } : { body: { data: ids.map((id) => ({ id })) } }
  })
  const work = createWorkManagementClient({ baseUrl, credentials: { OAuth2: 'token' }, retries: 0 })
  return { work, requests }
}

const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `KU${index}`)

it('a call sends the token as bearer, a list of ids as one segment, and reads what comes', async () => {
  const work = createWorkManagementClient({ ...settings(), credentials: { OAuth2: tokenOf('amReadWriteUser') } })
  const { data } = await updateUsers(work, { userId: ['KUAAAA02', 'KUAAAA01'], body: { title: 'Engineer' } })
  expect(data?.data?.map(({ id }) => id)).toEqual(['KUAAAA02', 'KUAAAA01'])
  const read = await getUser(work, { userId: 'KUAAAA01' })
  expect(read.data?.data).toMatchObject([{ id: 'KUAAAA01', title: 'Engineer' }])
})

it('a call asks a credential function for a token that has one of the scopes it needs', async () => {
  const asked: (readonly string[])[] = []
  const OAuth2 = ({ scopes }: CredentialRequest) => {
    asked.push(scopes)
    return tokenOf(scopes.at(-1) ?? '')
  }
  const work = createWorkManagementClient({ ...settings(), credentials: { OAuth2 } })
  expect((await listWorkflows(work)).error).toBeUndefined()
  expect((await createWorkflow(work, { body: { name: 'New' } })).error).toBeUndefined()
  expect((await getUser(work, { userId: 'KUAAAA01' })).error).toBeUndefined()
  const { listWorkflows: list, createWorkflow: create, getUser: read } = requirements
  expect(asked).toEqual([list, create, read].map(({ anyOf }) => anyOf))
})

it.each([
  [0, []],
  [1, [1]],
  [100, [100]],
  [101, [100, 1]],
  [250, [100, 100, 50]],
])('updateAllUsers of %i ids goes in requests of %j, and answers in the order of the ids', async (count, sizes) => {
  const { work, requests } = await usersServer()
  const ids = idsUpTo(count).reverse()
  expect((await updateAllUsers(work, ids, { a: 1 })).map(({ id }) => id)).toEqual(ids)
  expect(requests.map(({ length }) => length)).toEqual(sizes)
})

it.each([
  ['refused', 404, { status: 404, body: { error: 'no' }, retryable: false }, HttpError],
  ['not answered', 'break', { status: undefined, retryable: true }, ConnectionError],
] as const)(
  'updateAllUsers says which users are updated, and which are not, when one request is %s',
  async (_, refusal, shape, cause) => {
    const { work, requests } = await usersServer((count) => (count === 2 ? refusal : undefined))
    const ids = idsUpTo(350)
    const error = await updateAllUsers(work, ids, { a: 1 }).catch((error: unknown) => error)
    if (!(error instanceof BatchError)) throw error
    expect(error).toMatchObject({ code: 'batch', operation: 'PUT /users/{userId}', ...shape })
    expect(error.cause).toBeInstanceOf(cause)
    expect(error.updated.map(({ id }) => id)).toEqual(ids.slice(0, 100))
    expect(error.failed).toEqual(ids.slice(100, 200))
    expect(error.untried).toEqual(ids.slice(200))
    expect(requests).toHaveLength(2)
  },
)

it('updateAllUsers stops when its signal says so', async () => {
  const controller = new AbortController()
  const { work, requests } = await usersServer((count) => {
    if (count === 1) setImmediate(() => controller.abort(new Error('enough')))
    return undefined
  })
  const error = await updateAllUsers(work, idsUpTo(5000), {}, { signal: controller.signal }).catch(
    (error: unknown) => error,
  )
  expect(error).toMatchObject({ name: 'BatchError', cause: { message: 'enough' } })
  expect(requests.length).toBeLessThan(50)
})

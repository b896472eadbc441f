import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { scopes } from './scopes.ts'
import { credentials } from './seed.ts'

const mock = openMock('work-management')
let session: string

beforeEach(() => {
  session = randomUUID()
})

async function call(target: string, headers: Record<string, string>, body?: string) {
  const [method = '', path = ''] = target.split(' ')
  const response = await fetch(`${mock.origin}/work-management${path}`, {
    method,
    headers: { 'x-mock-session': session, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, challenge: response.headers.get('www-authenticate'), body: await response.json() }
}

function headersOf(role: string): Record<string, string> {
  const credential = credentials.find((candidate) => candidate.role === role)
  if (!credential) throw new Error(`no credential is seeded for ${role}`)
  return credential.headers
}

const readingWorkflows = ['Default', 'amReadOnlyWorkflow', 'amReadWriteWorkflow', 'wsReadOnly', 'wsReadWrite']

const table: [rule: string, target: string, opening: string[]][] = [
  ['WRK-013', 'GET /workflows', readingWorkflows],
  ['WRK-015', 'GET /spaces/SPAAAA01/workflows', readingWorkflows],
  ['WRK-017', 'POST /workflows', ['amReadWriteWorkflow']],
  ['WRK-019', 'PUT /workflows/WFAAAA02', ['amReadWriteWorkflow']],
  ['WRK-021', 'GET /users/KUAAAA01', ['amReadOnlyUser', 'amReadWriteUser']],
  ['WRK-023', 'PUT /users/KUAAAA01', ['amReadWriteUser']],
  ['WRK-025', 'PUT /users/KUAAAA01,KUAAAA02', ['amReadWriteUser']],
]

it.each(table)('%s: %s is opened by each of its scopes alone, and by no other', async (_, target, opening) => {
  const served: string[] = []
  for (const scope of scopes) {
    const { status } = await call(target, headersOf(scope))
    expect([200, 403]).toContain(status)
    if (status === 200) served.push(scope)
  }
  expect(served).toEqual(opening)
})

it.each(table)('WRK-010, WRK-011 (%s): %s serves a token of all scopes and refuses one of none', async (_, target) => {
  expect((await call(target, headersOf('full'))).status).toBe(200)
  expect(await call(target, headersOf('none'))).toEqual({
    status: 403,
    challenge: 'Bearer realm="work-management", error="insufficient_scope"',
    body: {
      error: 'access_forbidden',
      errorDescription: 'The access token holds none of the scopes of this operation.',
    },
  })
})

it.each(table)('WRK-008 (%s): %s serves nobody without a valid token', async (_, target) => {
  const body = { error: 'not_authorized', errorDescription: 'A valid access token is required.' }
  const missing = { status: 401, challenge: 'Bearer realm="work-management"', body }
  const invalid = { ...missing, challenge: 'Bearer realm="work-management", error="invalid_token"' }
  expect(await call(target, {})).toEqual(missing)
  expect(await call(target, { authorization: 'Basic YTpi' })).toEqual(missing)
  expect(await call(target, { authorization: 'Bearer' })).toEqual(missing)
  expect(await call(target, { authorization: 'Bearer no-such-token' })).toEqual(invalid)
  expect(await call(target, headersOf('expired'))).toEqual(invalid)
})

it('WRK-008: the name of the scheme may be written in any case', async () => {
  expect((await call('GET /workflows', { authorization: 'bEARER work-management.example-full' })).status).toBe(200)
})

it('WRK-009: one token is served by one operation and refused by another', async () => {
  expect((await call('GET /workflows', headersOf('wsReadWrite'))).status).toBe(200)
  expect((await call('POST /workflows', headersOf('wsReadWrite'))).status).toBe(403)
  expect((await call('GET /users/KUAAAA01', headersOf('amReadWriteWorkflow'))).status).toBe(403)
})

it('WRK-011: a refused write changes nothing', async () => {
  await call('POST /workflows', headersOf('wsReadWrite'), '{"name":"Release"}')
  await call('PUT /workflows/WFAAAA02', headersOf('wsReadWrite'), '{"name":"Other"}')
  const { body } = await call('GET /workflows', headersOf('full'))
  expect(body.data).toHaveLength(3)
  expect(body.data[1].name).toBe('Editorial')
})

it('WRK-G09: token and scope are judged before the request, the request before what it names', async () => {
  const users = (count: number) => `PUT /users/${Array.from({ length: count }, () => 'KUAAAA99').join(',')}`
  expect((await call('PUT /users/KUAAAA99', {}, 'no JSON')).status).toBe(401)
  expect((await call('PUT /users/KUAAAA99', headersOf('none'), 'no JSON')).status).toBe(403)
  expect((await call('PUT /users/KUAAAA99', headersOf('full'), 'no JSON')).status).toBe(400)
  expect((await call(users(101), headersOf('none'), '{}')).status).toBe(403)
  expect((await call(users(101), headersOf('full'), '{}')).status).toBe(400)
  expect((await call(users(100), headersOf('full'), '{}')).status).toBe(404)
})

it('WRK-008: a path that leads nowhere needs a token too, but no scope', async () => {
  expect((await call('GET /tasks', {})).status).toBe(401)
  expect((await call('GET /tasks', headersOf('none'))).body.error).toBe('resource_not_found')
  expect((await call('DELETE /workflows', headersOf('none'))).body.error).toBe('method_not_allowed')
})

import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
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

it('a refused write changes nothing', async () => {
  await call('POST /workflows', headersOf('wsReadWrite'), '{"name":"Release"}')
  await call('PUT /workflows/WFAAAA02', headersOf('wsReadWrite'), '{"name":"Other"}')
  const { body } = await call('GET /workflows', headersOf('full'))
  expect(body.data).toHaveLength(3)
  expect(body.data[1].name).toBe('Editorial')
})

it('token and scope are judged before the request, the request before what it names', async () => {
  const users = (count: number) => `PUT /users/${Array.from({ length: count }, () => 'KUAAAA99').join(',')}`
  expect((await call('PUT /users/KUAAAA99', {}, 'no JSON')).status).toBe(401)
  expect((await call('PUT /users/KUAAAA99', headersOf('none'), 'no JSON')).status).toBe(403)
  expect((await call('PUT /users/KUAAAA99', headersOf('full'), 'no JSON')).status).toBe(400)
  expect((await call(users(101), headersOf('none'), '{}')).status).toBe(403)
  expect((await call(users(101), headersOf('full'), '{}')).status).toBe(400)
  expect((await call(users(100), headersOf('full'), '{}')).status).toBe(404)
})

it('a path that leads nowhere needs a token too, but no scope', async () => {
  expect((await call('GET /tasks', {})).status).toBe(401)
  expect((await call('GET /tasks', headersOf('none'))).body.error).toBe('resource_not_found')
  expect((await call('DELETE /workflows', headersOf('none'))).body.error).toBe('method_not_allowed')
})

import vault from 'node-vault'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MockSession, TestMock } from '../../src/testing/session.ts'
import { startMock } from '../../src/testing/start-mock.ts'
import { RenamingAgent } from './renaming-agent.fixture.ts'

let mock: TestMock<'secrets'>
beforeAll(async () => {
  mock = await startMock({ interfaces: ['secrets'], onFault: (reason) => expect.fail(reason) })
})
afterAll(() => mock.close())

/** The client of another product of the family, in a session. */
function open({ headers }: MockSession<'secrets'>, options: Partial<vault.VaultOptions> = {}) {
  const httpAgent = new RenamingAgent({ 'x-vault-token': 'X-Svc-Token', 'x-vault-namespace': 'X-Svc-Namespace' })
  return vault({
    endpoint: mock.baseUrl('secrets'),
    token: 'svc.example-full-access',
    requestOptions: { httpAgent, headers: { ...headers } },
    ...options,
  })
}

it('node-vault writes, reads, lists by LIST and deletes', async () => {
  await using session = await mock.session()
  const client = open(session)
  await client.write('secret/app/mail', { host: 'mail.internal.example' })
  expect((await client.read('secret/app/mail')).data).toEqual({ host: 'mail.internal.example' })
  expect((await client.list('secret/app/')).data.keys).toContain('mail')
  await client.delete('secret/app/mail')
  await expect(client.read('secret/app/mail')).rejects.toMatchObject({ response: { statusCode: 404 } })
})

it('node-vault lists by GET; its own spelling, `list=1`, stands in no document and is refused as such (SEC-G34)', async () => {
  await using session = await mock.session()
  expect((await open(session).read('secret/?list=true')).data.keys).toContain('foo')
  const own = open(session, { noCustomHTTPVerbs: true }).list('secret/')
  await expect(own).rejects.toThrow('Request query parameter list must be boolean')
})

it('node-vault logs in, and goes on with the token that it got', async () => {
  await using session = await mock.session()
  const client = open(session, { token: '' })
  await expect(client.read('secret/foo')).rejects.toMatchObject({ response: { statusCode: 403 } })
  await client.userpassLogin({ username: 'reporting', password: 'example-password' })
  expect(client.token).not.toBe('')
  expect((await client.read('secret/foo')).data).toMatchObject({ username: 'reporting' })
})

it('node-vault works with versions', async () => {
  await using session = await mock.session()
  const client = open(session)
  await client.write('kv/data/app/key', { data: { value: 'one' } })
  await client.write('kv/data/app/key', { data: { value: 'two' }, options: { cas: 1 } })
  expect((await client.read('kv/data/app/key')).data).toMatchObject({
    data: { value: 'two' },
    metadata: { version: 2 },
  })
  expect((await client.read('kv/data/app/key?version=1')).data.data).toEqual({ value: 'one' })
  await client.delete('kv/data/app/key')
  await expect(client.read('kv/data/app/key')).rejects.toMatchObject({ response: { statusCode: 404 } })
  await client.write('kv/undelete/app/key', { versions: [2] })
  expect((await client.read('kv/data/app/key')).data.data).toEqual({ value: 'two' })
})

it('node-vault works in a namespace', async () => {
  await using session = await mock.session()
  await open(session, { namespace: 'ns1/' }).write('secret/only-here', { a: 'b' })
  await expect(open(session).read('secret/only-here')).rejects.toMatchObject({ response: { statusCode: 404 } })
  expect((await open(session).read('ns1/secret/only-here')).data).toEqual({ a: 'b' })
})

it('node-vault understands health and refusals', async () => {
  await using session = await mock.session()
  const client = open(session)
  expect(await client.health()).toMatchObject({ initialized: true, sealed: false })
  await session.setConditions('secrets', { sealed: true })
  // The client accepts every status of this route. Here, states other than healthy are errors like any other.
  expect(await client.health()).toEqual({ errors: ['the service is sealed'] })
  await expect(client.read('secret/foo')).rejects.toThrow('sealed')
})

it('node-vault reads help', async () => {
  await using session = await mock.session()
  expect(await open(session).help('secret')).toHaveProperty('help')
})

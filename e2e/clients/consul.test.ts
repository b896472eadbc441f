import Consul from 'consul'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MockSession, TestMock } from '../../src/testing/session.ts'
import { startMock } from '../../src/testing/start-mock.ts'
import { RenamingAgent } from './renaming-agent.fixture.ts'

let mock: TestMock<'cluster-agent'>
beforeAll(async () => {
  mock = await startMock({ interfaces: ['cluster-agent'], onFault: (reason) => expect.fail(reason) })
})
afterAll(() => mock.close())

/** The client of an agent of the same family. The tests make the calls that the documents have too. */
function open({ headers }: MockSession<'cluster-agent'>, token = 'agent.example-management') {
  const agent = new RenamingAgent({ 'x-consul-token': 'X-Cluster-Token' })
  const options = { baseUrl: `${mock.baseUrl('cluster-agent')}/v1`, agent, headers, defaults: { token } }
  return new Consul(options as ConstructorParameters<typeof Consul>[0])
}

it('consul reads the members and the agent itself', async () => {
  await using session = await mock.session()
  const { agent } = open(session)
  expect(await agent.members()).toHaveProperty('Members')
  expect(await agent.self()).toHaveProperty('config')
  expect(session.received.compare('listMembers', {})).toHaveLength(1)
})

it('consul understands a refusal', async () => {
  await using session = await mock.session()
  await session.setConditions('cluster-agent', { aclsEnabled: true })
  await expect(open(session, 'unknown').agent.self()).rejects.toMatchObject({ response: { statusCode: 403 } })
})

import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { openAgent } from './agent.fixture.ts'

const mock = openMock('cluster-agent')

it.each([
  ['no body', ''],
  ['broken JSON', '{'],
  ['broken JSON over lines', '{"num_schedulers":\n\n}'],
  ['null', 'null'],
  ['a wrong type', '{"num_schedulers":{}}'],
  ['a long list', `{"enabled_schedulers":[${'"x",'.repeat(50_000)}"_core"]}`],
  ['a long text', `{"server_id":["${'x'.repeat(1_000_000)}"]}`],
])('AGT-G30: a scheduler configuration of %s is 400 in one line of plain text', async (_, body) => {
  const answer = await openAgent(mock.origin).call('PUT', '/schedulers/config', { body })
  expect(answer).toMatchObject({ status: 400, type: 'text/plain' })
  expect(answer.text).not.toBe('')
  expect(answer.text).not.toContain('\n')
  expect(answer.text.length).toBeLessThan(1000)
})

it('keys that a program might stumble over are unknown keys', async () => {
  const agent = openAgent(mock.origin)
  for (const body of ['{"__proto__":{"num_schedulers":9}}', '{"constructor":{"prototype":{"num_schedulers":9}}}']) {
    const answer = await agent.call('PUT', '/schedulers/config', { body })
    expect(JSON.parse(answer.text)).toMatchObject({ num_schedulers: 4 })
  }
  expect(Object.hasOwn(Object.prototype, 'num_schedulers')).toBe(false)
})

it.each([
  ['POST', '/servers?address=%00'],
  ['POST', '/servers?address[]=192.0.2.1:1'],
  ['POST', '/join?address=%ff%fe:1'],
  ['POST', `/join?address=${'1'.repeat(500)}:1`],
  ['POST', '/join'],
  ['POST', '/force-leave?prune=true'],
  ['POST', '/force-leave?node=a&node=b'],
  ['POST', '/force-leave?node=a&prune=2'],
  ['GET', '/monitor?log_json=maybe'],
  ['GET', '/monitor?log_level=INFO'],
  ['GET', '/host?server_id=a&server_id=b'],
  ['GET', '/host?server_id=%ff'],
  ['GET', '/pprof/profile?seconds=soon'],
  ['GET', '/pprof/profile?seconds=1.5'],
])('AGT-G30: %s %s is 400', async (method, path) => {
  expect(await openAgent(mock.origin).call(method, path)).toMatchObject({ status: 400, type: 'text/plain' })
})

it.each(['/host?server_id=%00%0A%0D', `/host?node_id=${'x'.repeat(800)}`, '/pprof/%00', '/pprof/%E2%80%A8'])(
  'AGT-G21, AGT-G24: GET %s is 404 in one line',
  async (path) => {
    const answer = await openAgent(mock.origin).get(path)
    expect(answer).toMatchObject({ status: 404, type: 'text/plain' })
    expect(answer.text).not.toMatch(/[\n\r\0]/)
    expect(answer.text.length).toBeLessThan(300)
  },
)

it('AGT-G13: other methods are 405 with Allow, other paths 404, both as plain text', async () => {
  const agent = openAgent(mock.origin)
  expect(await agent.call('DELETE', '/members')).toMatchObject({
    status: 405,
    type: 'text/plain',
    allow: 'GET, HEAD, OPTIONS',
  })
  expect(await agent.get('/nothing')).toMatchObject({ status: 404, type: 'text/plain' })
  expect((await agent.get('/%zz')).status).toBe(400)
})

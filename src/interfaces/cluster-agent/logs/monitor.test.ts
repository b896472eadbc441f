import { expect, it } from 'vitest'
import { openMock } from '../../../mock/open-mock.fixture.ts'
import { openAgent, type TestAgent } from '../agent.fixture.ts'

const mock = openMock('cluster-agent')

it('a reader who does not read holds the stream up, so that nothing piles up', async () => {
  const agent = openAgent(mock.origin)
  const stream = agent.monitor('?log_level=trace&plain=true')
  await stream.next()
  // 200 hours of log are about 80 MB, far more than the connection buffers.
  for (let hour = 0; hour < 200; hour++) await agent.advance(3600)
  const now = await agent.now()
  let bytes = 0
  for await (const text of stream) {
    bytes += text.length
    const times = [...text.matchAll(/^\d{4}-\S+Z/gm)].map(([time]) => Date.parse(time))
    if (times.some((time) => time >= now - 1000)) break
  }
  expect(bytes).toBeLessThan(20_000_000)
}, 20_000)

it('the stream begins before there is a line to send', async () => {
  const client = '?log_level=error&node_id=7f3c1e52-0b7d-4c52-9a0e-2f6d1c8b9a41'
  for await (const head of openAgent(mock.origin).monitor(client)) {
    expect(head).toBe('200 application/json')
    break
  }
})

it('many streams that are left do not hold up the others, nor the end of the mock', async () => {
  const agent = openAgent(mock.origin)
  await Promise.all(Array.from({ length: 50 }, () => readOnePiece(agent)))
  expect((await agent.get('/health')).status).toBe(200)
})

async function readOnePiece(agent: TestAgent): Promise<void> {
  let pieces = 0
  for await (const _ of agent.monitor()) if (++pieces === 2) break
}

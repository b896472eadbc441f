import { expect, it } from 'vitest'
import type { components } from '../../../../generated/cluster-agent/types.ts'
import { loadRuntime } from '../../../contract/registry.ts'
import { examplesOf } from '../../../mock/examples.ts'
import { openMock } from '../../../mock/open-mock.fixture.ts'
import { openAgent, type TestAgent } from '../agent.fixture.ts'

type MonitorFrame = components['schemas']['MonitorFrame']

const mock = openMock('cluster-agent')

/** Frames of a stream as they come; checks the form of each. */
async function* frames(agent: TestAgent, query = ''): AsyncGenerator<MonitorFrame> {
  let rest = ''
  let head: string | undefined
  for await (const text of agent.monitor(query)) {
    if (head === undefined) {
      head = text
      expect(head).toBe('200 application/json')
      continue
    }
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const frame: MonitorFrame = JSON.parse(line)
      expect(Object.keys(frame).sort()).toEqual(['Data', 'FileEvent', 'Offset'])
      expect(frame.FileEvent).toBe('log')
      yield frame
    }
  }
}

const logOf = ({ Data }: MonitorFrame) => Buffer.from(Data ?? '', 'base64').toString()

/** The log that a stream has at its beginning, as far as the last line that is of interest. */
async function past(agent: TestAgent, query = '', last = /member failed|following the leader/): Promise<string> {
  let log = ''
  for await (const frame of frames(agent, query)) {
    log += logOf(frame)
    if (last.test(log)) break
  }
  return log
}

it('AGT-127, AGT-045, AGT-047: frames follow one another; data are base64, offsets count its bytes', async () => {
  const agent = openAgent(mock.origin)
  let offset = 0
  let count = 0
  for await (const frame of frames(agent, '?log_level=trace')) {
    expect(frame.Offset).toBe(offset)
    const data = Buffer.from(frame.Data ?? '', 'base64')
    expect(data.toString('base64')).toBe(frame.Data)
    expect(data.toString()).toMatch(/\n$/)
    offset += data.length
    if (++count === 4) break
  }
})

it('AGT-127: the first frames are those of the documented example', async () => {
  const [first, next] = examplesOf(loadRuntime('cluster-agent')).of('streamLogs', 200)
  const seen: MonitorFrame[] = []
  for await (const frame of frames(openAgent(mock.origin))) if (seen.push(frame) === 2) break
  expect(seen).toEqual([first, next])
})

it('AGT-126: an hour passes and the stream goes on, without a gap', async () => {
  const agent = openAgent(mock.origin)
  let offset = 0
  let minutes = 0
  const seconds = new Set<string>()
  for await (const frame of frames(agent, '?log_level=trace')) {
    expect(frame.Offset).toBe(offset)
    offset += Buffer.from(frame.Data ?? '', 'base64').length
    for (const [second = ''] of logOf(frame).matchAll(/^2\d{3}-\S+(?= .*heartbeat timer)/gm)) seconds.add(second)
    if (seconds.size >= 3600) break
    if (seconds.size >= minutes * 60 && seconds.size > 0) {
      minutes++
      await agent.advance(60)
    }
  }
  const times = [...seconds].map((time) => Date.parse(time))
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBe((seconds.size - 1) * 1000)
}, 20_000)

it('AGT-126: a reader who does not read holds the stream up, so that nothing piles up', async () => {
  const agent = openAgent(mock.origin)
  const stream = agent.monitor('?log_level=trace&plain=true')
  await stream.next()
  // 200 hours of log would be some 80 MB; what is in flight on the connection is far less.
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

it('AGT-126: the stream begins before there is a line to send', async () => {
  const agent = openAgent(mock.origin)
  const client = '?log_level=error&node_id=7f3c1e52-0b7d-4c52-9a0e-2f6d1c8b9a41'
  for await (const head of agent.monitor(client)) {
    expect(head).toBe('200 application/json')
    break
  }
})

it('AGT-126: many streams that are left do not hold up the others, nor the end of the mock', async () => {
  const agent = openAgent(mock.origin)
  await Promise.all(Array.from({ length: 50 }, async () => past(agent)))
  expect((await agent.get('/health')).status).toBe(200)
})

it('AGT-129: without log_level the lowest level is info', async () => {
  const agent = openAgent(mock.origin)
  const log = await past(agent)
  expect(log).toBe(await past(agent, '?log_level=info'))
  expect(log).toContain('[INFO]')
  expect(log).not.toMatch(/\[(DEBUG|TRACE)\]/)
})

it('AGT-128: log_level=debug shows more, log_level=trace still more, warn and error less', async () => {
  const agent = openAgent(mock.origin)
  expect(await past(agent, '?log_level=debug')).toMatch(/\[DEBUG\]/)
  expect(await past(agent, '?log_level=debug')).not.toMatch(/\[TRACE\]/)
  expect(await past(agent, '?log_level=trace')).toMatch(/\[TRACE\]/)
  expect(await past(agent, '?log_level=warn')).not.toMatch(/\[INFO\]/)
  for await (const frame of frames(agent, '?log_level=error')) {
    expect(logOf(frame)).toMatch(/^\S+ \[ERROR\]/)
    break
  }
  expect(await agent.get('/monitor?log_level=loud')).toMatchObject({ status: 400, type: 'text/plain' })
})

it('AGT-130: log_json turns lines into JSON objects', async () => {
  const agent = openAgent(mock.origin)
  const lines = (await past(agent, '?log_json=true')).trimEnd().split('\n')
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ '@level': expect.any(String), '@message': expect.any(String) })
  expect((await past(agent)).startsWith('{')).toBe(false)
})

it('AGT-131: log_include_location adds file and line, to text and to JSON', async () => {
  const agent = openAgent(mock.origin)
  expect(await past(agent, '?log_include_location=true')).toMatch(/\[INFO\] {2}agent\/agent\.go:\d+: agent: starting/)
  const [line = ''] = (await past(agent, '?log_include_location=true&log_json=true')).split('\n')
  expect(JSON.parse(line)['@caller']).toMatch(/\.go:\d+$/)
  expect(await past(agent)).not.toMatch(/\.go:\d+/)
})

it('AGT-132: node_id targets a node', async () => {
  const agent = openAgent(mock.origin)
  expect(await past(agent, '?node_id=7f3c1e52-0b7d-4c52-9a0e-2f6d1c8b9a41')).toContain('starting: node=client1')
  expect((await agent.get('/monitor?node_id=nobody')).status).toBe(404)
})

it('AGT-133: server_id targets a server by name, or the leader', async () => {
  const agent = openAgent(mock.origin)
  expect(await past(agent, '?server_id=server2.global')).toContain('starting: node=server2.global')
  expect(await past(agent, '?server_id=leader')).toContain('starting: node=server1.global')
  await agent.set({ leader: 'server2.global' })
  expect(await past(agent, '?server_id=leader', /entering leader state/)).toContain('starting: node=server2.global')
  expect(await past(agent)).toContain('starting: node=server1.global')
  expect((await agent.get('/monitor?server_id=nobody')).status).toBe(404)
  await agent.set({ leader: 'server3.global' })
  expect((await agent.get('/monitor?server_id=leader')).status).toBe(404)
})

it('AGT-134: plain=true turns the stream into text', async () => {
  const agent = openAgent(mock.origin)
  const [, , plain] = [...examplesOf(loadRuntime('cluster-agent')).of('streamLogs', 200)].reverse()
  let text = ''
  let head: string | undefined
  for await (const piece of agent.monitor('?plain=true', { headers: { accept: 'application/json' } })) {
    if (head === undefined) head = piece
    else text += piece
    if (text.includes('member failed')) break
  }
  expect(head).toBe('200 text/plain')
  expect(text).toContain('2026-03-02T09:15:00.911Z [INFO]  agent: starting: node=server1.global\n')
  expect(plain).toBeDefined()
})

it('AGT-127: what happens to the pool is in the log', async () => {
  const agent = openAgent(mock.origin)
  await agent.act('failMember', { node: 'server2.global' })
  let log = ''
  for await (const frame of frames(agent, '?log_level=warn')) {
    log += logOf(frame)
    if (log.includes('member failed: member=server2.global')) break
  }
  expect(log).toContain('[WARN]  serf: member failed: member=server2.global address=192.0.2.12')
})

it('AGT-049: the log of the leader no longer complains of a peer that was made to leave', async () => {
  const agent = openAgent(mock.origin)
  const complaints = async () => {
    const stream = frames(agent)
    await stream.next()
    await agent.advance(120)
    let log = ''
    for await (const frame of stream) {
      log += logOf(frame)
      if ((log.match(/heartbeat acknowledged/g) ?? []).length > 20) break
    }
    return log.split('\n').filter((line) => line.endsWith('peer=server3.global') && !line.startsWith('2026-03-02'))
  }
  expect((await complaints()).length).toBeGreaterThan(10)
  await agent.post('/force-leave?node=server3.global')
  expect(await complaints()).toEqual([])
})

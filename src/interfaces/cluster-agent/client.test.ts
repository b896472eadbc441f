import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { serveLocally } from '../../client/local-server.fixture.ts'
import { TestClock } from '../../client/test-clock.fixture.ts'
import { openMock } from '../../mock/open-mock.fixture.ts'
import {
  createClusterAgentClient,
  getPprofCmdline,
  getPprofTrace,
  getSelf,
  join,
  listMembers,
  logLines,
  monitor,
  readHealth,
} from './client.ts'

const token = 'agent.example-management'

const mock = openMock('cluster-agent')

/** A client with its own agent, and the requests that it sent. */
function openAgent() {
  const session = randomUUID()
  const sent: Request[] = []
  const agent = createClusterAgentClient({
    baseUrl: `${mock.origin}/cluster-agent`,
    credentials: { ClusterToken: token },
    clock: new TestClock(),
    headers: { 'X-Mock-Session': session },
    fetch: (request) => {
      sent.push(request)
      return fetch(request)
    },
  })
  const set = (conditions: object) =>
    fetch(`${mock.origin}/_control/sessions/${session}/interfaces/cluster-agent/conditions`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(conditions),
    })
  return { agent, sent, set }
}

/** An agent whose stream the test writes. */
async function streamingAgent(begin: (response: ServerResponse) => void) {
  let closed: Promise<unknown> = Promise.resolve()
  const { baseUrl, received } = await serveLocally((_, response) => {
    closed = once(response, 'close')
    response.writeHead(200, { 'content-type': 'application/json' })
    begin(response)
    return undefined
  })
  return {
    agent: createClusterAgentClient({ baseUrl, credentials: { ClusterToken: null } }),
    received,
    closed: () => closed,
  }
}

const frameOf = (bytes: Uint8Array | string, Offset = 0) =>
  JSON.stringify({ Data: Buffer.from(bytes).toString('base64'), FileEvent: 'log', Offset })

it('a call sends the token in X-Cluster-Token, and none for null', async () => {
  const { agent, sent } = openAgent()
  const { data } = await listMembers(agent)
  expect(data?.Members.length).toBeGreaterThan(1)
  expect(sent[0]?.headers.get('x-cluster-token')).toBe(token)
  const { baseUrl, received } = await serveLocally(() => ({ body: {} }))
  await getSelf(createClusterAgentClient({ baseUrl, credentials: { ClusterToken: null } }))
  expect(received[0]?.headers['x-cluster-token']).toBeUndefined()
})

it.each([
  ['a recording, for its seconds', getPprofTrace, 150_000],
  ['nothing else', getPprofCmdline, 30_000],
] as const)('a call waits longer for %s', async (_, call, time) => {
  const waits: number[] = []
  const clock = {
    now: () => 0,
    wait: async (milliseconds: number) => {
      waits.push(milliseconds)
      await new Promise(() => {})
    },
  }
  const fetch = async () => new Response('x')
  const agent = createClusterAgentClient({ baseUrl: 'agent.example', credentials: { ClusterToken: 't' }, clock, fetch })
  await call(agent, { seconds: 120 })
  expect(waits).toEqual([time])
})

it('health tells both, and asks once', async () => {
  const { agent, set, sent } = openAgent()
  expect(await readHealth(agent)).toMatchObject({ isHealthy: true, report: { server: { ok: true } } })
  await set({ serverHealthy: false })
  expect(await readHealth(agent)).toMatchObject({ isHealthy: false, report: { server: { ok: false } } })
  expect(sent).toHaveLength(2)
})

it('health throws for what is neither', async () => {
  const { baseUrl } = await serveLocally(() => ({ status: 403, body: 'no' }))
  await expect(
    readHealth(createClusterAgentClient({ baseUrl, credentials: { ClusterToken: null } })),
  ).rejects.toMatchObject({ status: 403 })
})

it('a join repeats `address` in the query, has no body, and tells how many have joined', async () => {
  const { baseUrl, received } = await serveLocally(() => ({ body: { error: '', num_joined: 2 } }))
  const address = ['192.0.2.12:4647', '[2001:db8::1]:4647']
  expect(await join(createClusterAgentClient({ baseUrl, credentials: { ClusterToken: null } }), address)).toBe(2)
  const query = '?address=192.0.2.12%3A4647&address=%5B2001%3Adb8%3A%3A1%5D%3A4647'
  expect(received).toMatchObject([{ url: `/v1/agent/join${query}`, body: '' }])
})

it('a join that failed is answered 200, and is an error', async () => {
  const result = { error: 'no route to host', num_joined: 0 }
  const { baseUrl } = await serveLocally(() => ({ body: result }))
  const joining = join(createClusterAgentClient({ baseUrl, credentials: { ClusterToken: null } }), ['192.0.2.1:4647'])
  await expect(joining).rejects.toMatchObject({ name: 'JoinError', code: 'outcome', status: 200, body: result })
  await expect(joining).rejects.toThrow('joined 0 servers, and failed: no route to host')
})

it('monitor streams the frames of the log, until its reader has enough', async () => {
  const { agent, sent } = openAgent()
  const frames = []
  for await (const frame of monitor(agent, { log_level: 'debug' })) {
    frames.push(frame)
    if (frames.length === 2) break
  }
  const [first, second] = frames
  expect(first).toMatchObject({ fileEvent: 'log', offset: expect.any(Number), text: expect.stringMatching(/\[/) })
  expect(Buffer.from(second?.bytes ?? []).toString()).toBe(second?.text)
  expect(sent[0]?.url).toContain('/v1/agent/monitor?log_level=debug')
})

it('monitor is right where frames are cut inside a character', async () => {
  const text = 'grün 😀\n'
  const bytes = new TextEncoder().encode(text)
  const { agent } = await streamingAgent((response) =>
    response.end(frameOf(bytes.subarray(0, 3)) + frameOf(bytes.subarray(3, 8), 3) + frameOf(bytes.subarray(8), 8)),
  )
  const frames = await Array.fromAsync(monitor(agent))
  expect(frames.map(({ text }) => text)).toEqual(['gr', 'ün ', '😀\n'])
  expect(frames.map(({ offset }) => offset)).toEqual([0, 3, 8])
  expect(Buffer.concat(frames.map(({ bytes }) => bytes)).toString()).toBe(text)
})

it('monitor streams where a framework has replaced the global Response, as Hono on Node.js does', async () => {
  vi.stubGlobal('Response', class extends Response {})
  onTestFinished(() => void vi.unstubAllGlobals())
  const { agent } = await streamingAgent((response) => response.end(frameOf('one')))
  expect((await Array.fromAsync(monitor(agent))).map(({ text }) => text)).toEqual(['one'])
})

it('monitor ends with the reason of its signal, also while it waits for the next frame', async () => {
  const controller = new AbortController()
  const { agent, closed } = await streamingAgent((response) => response.write(frameOf('one')))
  const frames = monitor(agent, {}, { signal: controller.signal })
  await frames.next()
  const next = frames.next()
  controller.abort(new Error('enough'))
  await expect(next).rejects.toThrow('enough')
  await closed()
})

it.each([
  ['breaks off within a frame', (response: ServerResponse) => response.end(frameOf('one').slice(0, -1)), 'stream'],
  ['holds what is not base64', (response: ServerResponse) => response.end('{"Data":"*"}'), 'stream'],
  [
    'is cut by its connection',
    (response: ServerResponse) => response.write(frameOf('one'), () => setImmediate(() => response.destroy())),
    'connection',
  ],
])('monitor ends with a typed error where the stream %s', async (_, begin, code) => {
  const { agent, received } = await streamingAgent(begin)
  await expect(Array.fromAsync(monitor(agent))).rejects.toMatchObject({ code, operation: 'GET /v1/agent/monitor' })
  expect(received).toHaveLength(1)
})

it('monitor throws when the agent refuses', async () => {
  const { baseUrl } = await serveLocally(() => ({ status: 403, body: 'denied' }))
  const frames = monitor(createClusterAgentClient({ baseUrl, credentials: { ClusterToken: null } }))
  await expect(frames.next()).rejects.toMatchObject({ status: 403 })
})

it('logLines streams whole lines', async () => {
  const { agent, received } = await streamingAgent(async (response) => {
    for (const part of ['one\ntw', 'o\n\nthr', 'ee']) {
      response.write(part)
      await new Promise((resolve) => setImmediate(resolve))
    }
    response.end()
  })
  expect(await Array.fromAsync(logLines(agent, { log_json: true }))).toEqual(['one', 'two', '', 'three'])
  expect(received[0]?.url).toBe('/v1/agent/monitor?log_json=true&plain=true')
})

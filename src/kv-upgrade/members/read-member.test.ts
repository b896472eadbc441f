import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'
import { manualTimers } from '../../timers.fixture.ts'
import { readMember, readMembers } from './read-member.ts'

const open: (Server | TcpServer)[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
  }
})

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const documented: Record<string, Handler> = {
  '/version': (_, response) => response.end('{"kvserver":"3.5.21","kvcluster":"3.5.0","more":1}'),
  '/metrics': (_, response) => response.end('# TYPE kv_server_is_leader gauge\nkv_server_is_leader 1\n'),
}

async function listen(server: Server | TcpServer): Promise<string> {
  open.push(server)
  return `http://127.0.0.1:${await listenOnLoopback(server)}`
}

function member(differs: Record<string, Handler> = {}): Promise<string> {
  const handlers: Record<string, Handler> = { ...documented, ...differs }
  return listen(createServer((request, response) => handlers[request.url ?? '']?.(request, response)))
}

const connection = { timeout: 60_000 }
const says =
  (body: string, status = 200): Handler =>
  (_, response) => {
    response.writeHead(status, { location: '/elsewhere' }).end(body)
  }

it('KVC-030: a member that answers tells its version and that of the cluster at /version', async () => {
  const endpoint = await member()
  expect(await readMember(endpoint, connection)).toEqual({
    endpoint,
    answers: true,
    server: '3.5.21',
    cluster: '3.5.0',
    leads: true,
    problems: [],
  })
})

it.each([
  ['kv_server_is_leader 0\n', false],
  ['kv_server_is_leader{a="b"} 1e+00 1700000000000\r\n', true],
  ['# kv_server_is_leader 1\nkv_server_is_leader_total 1\nkv_server_is_leader 0', false],
  ['kv_server_is_leader 1\nkv_server_is_leader 0\n', undefined],
  ['kv_server_is_leader 2\n', undefined],
  ['kv_server_is_leader NaN\n', undefined],
  ['kv_server_is_leader\n', undefined],
  ['<html>', undefined],
])('KVC-032: a member that answers: %j says whether it leads: %s', async (text, leads) => {
  const report = await readMember(await member({ '/metrics': says(text) }), connection)
  expect(report.leads).toBe(leads)
  expect(report.problems.map(({ path }) => path)).toEqual(leads === undefined ? ['/metrics'] : [])
})

it.each<[detail: string | RegExp, Handler]>([
  ['it answers with status 302', says('', 302)],
  [/kvserver and kvcluster/, says('{"kvserver":"3.6.4"')],
  [/./, says('{"kvserver":"3.6.4","kvcluster":3.6}')],
  [/./, says('[]')],
  ['its answer is not HTTP', (_, response) => response.socket?.end('SSH-2.0\r\n')],
  ['connection closed without an answer', (_, response) => response.socket?.destroy()],
])('a member that answers has a problem at /version: %s', async (detail, handler) => {
  const report = await readMember(await member({ '/version': handler }), connection)
  const problem = { path: '/version', detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) }
  expect(report).toMatchObject({ answers: true, problems: [problem] })
  expect(report.server).toBeUndefined()
})

it('KVC-030, KVC-032: a member that answers is asked for /version and /metrics, and for nothing else', async () => {
  const asked: (string | undefined)[] = []
  const endpoint = await listen(
    createServer(({ method, url }, response) => {
      asked.push(`${method} ${url}`)
      response.writeHead(503).end('{"health":"false"}')
    }),
  )
  await readMember(endpoint, connection)
  expect(asked.sort()).toEqual(['GET /metrics', 'GET /version'])
})

it('a member that answers sends the headers that it is given', async () => {
  const endpoint = await member({
    '/version': ({ headers }, response) =>
      response.end(`{"kvserver":"${headers['x-mock-session']}","kvcluster":"3.5"}`),
  })
  expect(await readMember(endpoint, { ...connection, headers: { 'X-Mock-Session': 's' } })).toMatchObject({
    server: 's',
  })
})

/** Resolves when the heads of so many answers have come to clients of this process. */
async function answersBegun(count: number): Promise<void> {
  let begun = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const note = () => {
    if (++begun === count) resolve()
  }
  subscribe('http.client.response.finish', note)
  await promise
  unsubscribe('http.client.response.finish', note)
}

it('a member that is in the way holds up none of the others', async () => {
  const halfOpen = await listen(createTcpServer(() => {}))
  const stalls = await member({ '/metrics': (_, response) => void response.write('kv_server_is_leader 1\n') })
  const gone = await listen(createTcpServer())
  open.pop()?.close()
  const timers = manualTimers()
  const reading = readMembers([halfOpen, await member(), gone, stalls], { timeout: 400, timers })
  await answersBegun(4)
  await timers.pass(400)
  const reports = await reading
  expect(timers.count()).toBe(0)
  expect(reports.map(({ answers }) => answers)).toEqual([false, true, false, true])
  expect(reports.map(({ problems }) => problems[0]?.detail)).toEqual([
    'no answer within 0.4 s',
    undefined,
    'connection refused',
    'no complete answer within 0.4 s',
  ])
  // What came before it stalled is not the whole of its metrics.
  expect(reports[3]?.leads).toBeUndefined()
})

it('a member that is in the way gives up an answer without an end', async () => {
  const endless: Handler = (_, response) => {
    const lines = function* () {
      for (;;) yield 'x'.repeat(2 ** 20)
    }
    Readable.from(lines()).pipe(response)
  }
  const { leads, problems } = await readMember(await member({ '/metrics': endless }), { timeout: 30_000 })
  expect(leads).toBeUndefined()
  expect(problems).toEqual([{ path: '/metrics', detail: 'its answer is longer than 16 MiB' }])
})

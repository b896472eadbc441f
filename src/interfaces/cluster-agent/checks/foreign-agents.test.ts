import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { changesBody, on, type Sabotage } from '../../../check/sabotage.ts'
import { listenOnLoopback } from '../../../listen-on-loopback.fixture.ts'
import { failedIn, resultsOn } from '../../../verify/runner/results.fixture.ts'
import { changesFrames } from './log-stream.ts'

type Members = Record<string, unknown>

const lacksClient = on('getHealth', changesBody, ({ client: _, ...half }: Members) => half)
const lacksRaft = on('getSelf', changesBody, (body: { stats: Members }) => {
  const { raft: _, ...groups } = body.stats
  return { ...body, stats: groups }
})

/** Leaves out what belongs to one half of an agent. */
const lacksHalf: Sabotage = (request, forward) => lacksClient(request, (seen) => lacksRaft(seen, forward))
const halves = ['AGT-030', 'AGT-032', 'AGT-120']

it('an agent of one mode may leave out what belongs to the other: it differs', async () => {
  const results = await resultsOn('cluster-agent', lacksHalf, { only: halves, resources: { 'client mode': undefined } })
  expect([results.failed, results.differs]).toEqual([[], halves])
})

it('an agent of both modes that leaves out a half, and frames without an offset, break these rules and no other', async () => {
  const withoutOffset = changesFrames(({ Offset: _, ...frame }) => frame)
  const results = await resultsOn('cluster-agent', (request, forward) =>
    lacksHalf(request, (seen) => withoutOffset(seen, forward)),
  )
  expect(failedIn(results)).toEqual(['AGT-030', 'AGT-032', 'AGT-047', 'AGT-120'])
})

it.each([
  [200, 501, 'passed'],
  [200, 200, 'differs'],
  [501, 501, 'failed'],
])(
  'the member list is answered %i by a server and %i by a client: AGT-055 has %s',
  async (ofServer, ofClient, result) => {
    const agents = [ofServer, ofClient].map((status) =>
      createServer((_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end('{}')),
    )
    const [server, client] = await Promise.all(
      agents.map(async (agent) => `http://127.0.0.1:${await listenOnLoopback(agent)}/`),
    )
    const resources = { 'agent that is a server alone': server, 'agent that is a client alone': client }
    const results = await resultsOn('cluster-agent', (request, forward) => forward(request), {
      only: ['AGT-055'],
      resources,
    })
    for (const agent of agents) agent.close().closeAllConnections()
    expect(Object.entries(results).flatMap(([name, rules]) => (rules.length > 0 ? [name] : []))).toEqual([result])
  },
)

/** An agent that logs a line for each request, below info, and nothing else. It answers a log stream once there is a line. */
function quietAgent(): Sabotage {
  const listeners = new Set<() => void>()
  async function* lines(first: Promise<void>): AsyncGenerator<Uint8Array> {
    for (let next = first; ; next = line()) {
      await next
      const Data = Buffer.from('2026-03-04T05:06:07.089Z [DEBUG] http: request complete: duration=1ms\n').toString(
        'base64',
      )
      yield Buffer.from(JSON.stringify({ Data, FileEvent: 'log' }))
    }
  }
  const line = () => new Promise<void>((resolve) => listeners.add(resolve))
  return async (request, forward) => {
    for (const tell of listeners) tell()
    listeners.clear()
    const answer = await forward(request)
    if (request.operation !== 'streamLogs' || answer.status !== 200) return answer
    const level = new URLSearchParams(request.query).get('log_level')
    if (level !== 'trace' && level !== 'debug') return new Promise(() => {})
    const first = line()
    await first
    return { ...answer, body: lines(first) }
  }
}

it('waits for no line of a quiet agent but where the rule is about the level', async () => {
  const only = ['AGT-045', 'AGT-046', 'AGT-077', 'AGT-078', 'AGT-126', 'AGT-127', 'AGT-128', 'AGT-129']
  const { failed, inconclusive } = await resultsOn('cluster-agent', quietAgent(), { only })
  expect([failed, inconclusive]).toEqual([[], ['AGT-129']])
})

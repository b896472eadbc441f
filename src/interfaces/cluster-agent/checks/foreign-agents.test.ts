import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { changesBody, on, type Sabotage } from '../../../check/sabotage.ts'
import { listenOnLoopback } from '../../../listen-on-loopback.fixture.ts'
import { failedIn, resultsOn } from '../../../verify/runner/results.fixture.ts'
import { changesFrames } from './logs/stream-sabotage.ts'

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

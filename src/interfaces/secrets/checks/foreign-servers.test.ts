import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { answersWith, changesAnswer, on, type Sabotage, when } from '../../../check/sabotage.ts'
import { listenOnLoopback } from '../../../listen-on-loopback.fixture.ts'
import { failedIn, resultsOn } from '../../../verify/runner/results.fixture.ts'

/** A store with `cas_required`: a write must name the version that it follows. */
const asksForVersion: Sabotage = on(
  ['writeVersion', 'writeVersionByPut'],
  when,
  ({ body }) => !String(body).includes('"cas"'),
  answersWith(400, { errors: ['the check-and-set parameter is required for this call'] }),
)

it('a store that asks for more than the reference shows fails no rule: what it refuses shows nothing', async () => {
  const { failed, inconclusive } = await resultsOn('secrets', asksForVersion)
  expect(failed).toEqual([])
  expect(inconclusive.length).toBeGreaterThan(20)
})

/** Answers the read of a version that is not there with its record, and with no errors. */
const answersRecord: Sabotage = on(
  'readVersion',
  when(
    ({ path }) => /^\/v1\/kv\/[^.]*$/.test(path),
    changesAnswer((answer) =>
      answer.status === 404 ? { ...answer, body: { data: { data: null, metadata: {} } } } : answer,
    ),
  ),
)

it('a deleted version that is answered with its record breaks SEC-029 alone', async () => {
  expect(failedIn(await resultsOn('secrets', answersRecord))).toEqual(['SEC-029'])
})

const ofStates = {
  'sealed node': ['SEC-014', 'SEC-045'],
  'node that is not initialized': ['SEC-044'],
  'standby node': ['SEC-104'],
  'performance standby': ['SEC-106'],
}

it.each([
  ['sealed node', 503, []],
  ['sealed node', 200, ['SEC-014', 'SEC-045']],
  ['sealed node', 500, ['SEC-045']],
  ['node that is not initialized', 501, []],
  ['node that is not initialized', 503, ['SEC-044']],
  ['standby node', 429, []],
  ['standby node', 200, ['SEC-104']],
  ['performance standby', 473, []],
  ['performance standby', 429, ['SEC-106']],
] as const)('a %s that answers %i to everything breaks %j', async (node, status, broken) => {
  const server = createServer((_, response) => response.writeHead(status).end('{"errors":[]}'))
  const base = `http://127.0.0.1:${await listenOnLoopback(server)}/`
  const options = { only: ofStates[node], resources: { [node]: base } }
  const { passed, ...results } = await resultsOn('secrets', (request, forward) => forward(request), options)
  server.close().closeAllConnections()
  expect(failedIn({ passed, ...results })).toEqual(broken)
  expect(passed).toEqual(ofStates[node].filter((rule) => !failedIn({ passed, ...results }).includes(rule)))
})

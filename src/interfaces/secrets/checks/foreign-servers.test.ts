import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import {
  answersWith,
  changesAnswer,
  changesBody,
  on,
  type Sabotage,
  type SabotagedRequest,
  seesHeaders,
  turnsStatus,
  when,
} from '../../../check/sabotage.ts'
import { listenOnLoopback } from '../../../listen-on-loopback.fixture.ts'
import { failedIn, resultsOn } from '../../../verify/runner/results.fixture.ts'
import { admits } from './context.ts'

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

const isRead = ({ method }: SabotagedRequest) => ['GET', 'LIST', 'HEAD'].includes(method)

it('a server that allows no changes is only read, and a third of the rules is checked', async () => {
  const written: string[] = []
  const lenient: Sabotage = (request, forward) => {
    if (!isRead(request)) written.push(`${request.method} ${request.path}`)
    return forward(request)
  }
  const nodes = Object.fromEntries(
    [...Object.keys(ofStates), 'disaster-recovery secondary'].map((name) => [name, undefined]),
  )
  const results = await resultsOn('secrets', lenient, { allows: 'nothing', resources: nodes })
  expect(written).toEqual([])
  expect([...results.failed, ...results.inconclusive]).toEqual([])
  expect(results.passed.length + results.differs.length).toBeGreaterThanOrEqual(27)
  const unnamed = { ...nodes, 'key to read': undefined }
  const { passed, differs } = await resultsOn('secrets', lenient, { allows: 'nothing', resources: unnamed })
  expect(passed.length + differs.length).toBeLessThan(10)
})

it.each([
  ['SEC-015', on('readSecret', admits(undefined))],
  ['SEC-096', on('readVersion', turnsStatus(403, 401))],
  ['SEC-072', on('readSecret', seesHeaders({ authorization: undefined }))],
  ['SEC-029', changesAnswer((answer) => (answer.status === 404 ? { ...answer, body: {} } : answer))],
  ['SEC-053', on('listDirectory', when, ({ method }) => method === 'LIST', turnsStatus(200, 404))],
  ['SEC-063', on('readSecret', changesBody, (body) => [body])],
] as const)('a server that allows no changes is found to break %s', async (rule, sabotage) => {
  expect(failedIn(await resultsOn('secrets', sabotage, { only: [rule], allows: 'nothing' }))).toEqual([rule])
})

it('each token of a login is revoked, at the address of the family', async () => {
  const [issued, revoked]: [unknown[], unknown[]] = [[], []]
  const lenient: Sabotage = async (request, forward) => {
    if (request.path === '/v1/auth/token/revoke-self') {
      revoked.push(request.headers['x-svc-token'])
      return { status: 204, headers: {}, body: undefined }
    }
    const answer = await forward(request)
    const { auth } = (answer.body ?? {}) as { auth?: { client_token: string } }
    if (request.operation?.startsWith('login') && auth) issued.push(auth.client_token)
    return answer
  }
  const { failed } = await resultsOn('secrets', lenient, { only: ['SEC-069', 'SEC-083', 'SEC-085'] })
  expect(failed).toEqual([])
  expect(issued).toHaveLength(7)
  expect(revoked.sort()).toEqual(issued.sort())
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

import { expect } from '../../../check/expect.ts'
import {
  acceptsRefused,
  answersWith,
  changesAnswer,
  changesHeader,
  on,
  type Sabotage,
  turnsStatus,
  when,
} from '../../../check/sabotage.ts'
import { mediaTypeOf } from '../../../contract/media-type.ts'
import { type AgentCheck, assertServed, type Checks, type Context, type Head, tokens } from './context.ts'
import { ask, certainInputOf, certainNeedsOf, type Endpoint, endpoints, inputOf, needsOfAll } from './endpoints.ts'
import { departure } from './membership/departures.ts'

const refusesWith = (status: number) => answersWith(status, 'refused', { 'content-type': 'text/plain' })

/** Seconds by which a blocking query would delay the answer. */
const waitSeconds = 12
const soon = 10

const liesElsewhere: Sabotage = (request, forward) =>
  forward({ ...request, path: request.path.replace('/v1/agent', '/v2/agent') })

/** A recording takes time on the agent's clock, so the answer comes late. */
const holdsBack: Sabotage = async (request, forward) => {
  const headers = { ...request.headers, 'x-cluster-token': tokens.management }
  const recording = {
    method: 'GET',
    path: '/v1/agent/pprof/trace',
    query: `seconds=${waitSeconds}`,
    headers,
    body: null,
  }
  await forward({ ...request, operation: 'getPprofTrace', ...recording })
  return forward(request)
}

function assertFound(t: Context, endpoint: Endpoint, reply: { status: number; text: string }): void {
  const { operation, uncertain } = endpoint
  expect(reply.status, `status of ${operation}, which lies under /v1/agent`).not.toBe(404)
  expect(reply.status, `status of ${operation}, which lies under /v1/agent`).not.toBe(405)
  if (!uncertain) assertServed(t, reply, operation)
}

/** Clients of the family send PUT where the document has POST. */
async function assumePut(t: Context): Promise<void> {
  for (const endpoint of endpoints.filter(
    ({ changes, operation }) => changes && operation !== 'updateSchedulerConfig',
  )) {
    const { status } = await t.attempt(endpoint.operation, { ...(await inputOf(t, endpoint)), method: 'PUT' })
    t.assume('AGT-G13', () => expect(status, `status of ${endpoint.operation} by PUT`).toBe(200))
  }
}

const isNoJson: Sabotage = changesAnswer((answer) => ({ ...answer, body: Buffer.from('<p>All is well</p>') }))

function assertProduces(t: Context, { operation, produces, answers }: Endpoint, reply: Head): void {
  assertServed(t, reply, operation)
  if (produces === 'nothing') {
    expect(reply.text, `body of ${operation}`).toBe('')
    return
  }
  // The body of this operation is not shown, and an empty one has no media type.
  if (operation === 'forceLeaveMember' && reply.text === '') {
    t.assume('AGT-G19', () => expect(reply.text, `body of ${operation}`).not.toBe(''))
    return
  }
  expect(mediaTypeOf(reply.headers), `media type of ${operation}`).toBe(produces)
  // A body that is not JSON stays a text.
  if (produces === 'application/json' && !answers) expect(reply.body, `body of ${operation}`).not.toBe(reply.text)
}

function produces(endpoint: Endpoint): AgentCheck {
  const { operation, produces, answers } = endpoint
  return {
    needs: certainNeedsOf(endpoint),
    async run(t) {
      const reply = endpoint.uncertain ? (await departure(t)).reply : await ask(t, endpoint, await inputOf(t, endpoint))
      assertProduces(t, endpoint, reply)
    },
    sabotage: sabotageOf(operation, produces, answers !== undefined),
  }
}

function sabotageOf(operation: string, produces: Endpoint['produces'], isSlow: boolean): Sabotage[] {
  if (produces === 'nothing') {
    const speaks = changesAnswer((answer) => ({ ...answer, headers: { 'content-type': 'application/json' }, body: {} }))
    return [on(operation, speaks)]
  }
  return [
    on(operation, changesHeader('content-type', 'text/html')),
    on(operation, changesHeader('content-type', undefined)),
    ...(produces === 'application/json' && !isSlow ? [on(operation, isNoJson)] : []),
  ]
}

/** Limits a sabotage to an agent that runs in one mode; it is recognized by its refusals. */
function whereOnly(mode: 'server' | 'client', sabotage: Sabotage): Sabotage {
  const path = mode === 'server' ? '/v1/agent/servers' : '/v1/agent/members'
  return async (request, forward) => {
    const headers = { ...request.headers, 'x-cluster-token': tokens.management }
    const look = { operation: undefined, method: 'GET', path, query: '', headers, body: null }
    const { status } = await forward({ ...request, ...look })
    return status === 501 ? sabotage(request, forward) : forward(request)
  }
}

/** Resources with the base URLs of agents that have one role. */
const agentOf = { server: 'agent that is a server alone', client: 'agent that is a client alone' } as const

function baseOf(t: Context, mode: 'server' | 'client'): string {
  const base = t.resource(agentOf[mode]).replace(/\/$/, '')
  return URL.canParse(base) ? base : t.inconclusive(`the resource '${agentOf[mode]}' is not a base URL: ${base}`)
}

function applies(endpoint: Endpoint): AgentCheck {
  const { operation, appliesTo } = endpoint
  const serves = (mode: 'server' | 'client') => appliesTo === 'any' || appliesTo === `${mode}s`
  return {
    // Needs two agents with one role each. Operations that change an agent are checked only on the mock.
    needs: endpoint.changes
      ? { ...certainNeedsOf(endpoint), control: true }
      : { resources: Object.values(agentOf), control: 'where offered' },
    async run(t) {
      const input = await certainInputOf(t, endpoint)
      for (const mode of ['server', 'client'] as const) {
        if (t.hasControl) await t.control.setConditions({ mode })
        const reply = await ask(t, endpoint, t.hasControl ? input : { ...input, base: baseOf(t, mode) })
        const what = `${operation} on an agent that runs as a ${mode} alone`
        if (serves(mode)) assertServed(t, reply, what)
        // No sentence refuses an operation on an agent that it does not apply to.
        else t.assume('AGT-G14', () => expect(reply.status, `status of ${what}`).toBe(501))
      }
    },
    sabotage: (['server', 'client'] as const).map((mode) =>
      on(operation, serves(mode) ? whereOnly(mode, refusesWith(501)) : acceptsRefused()),
    ),
  }
}

export const requests: Checks = {
  'AGT-003': {
    needs: { ...needsOfAll, control: 'where offered' },
    async run(t) {
      for (const endpoint of endpoints) {
        assertFound(t, endpoint, await ask(t, endpoint, await inputOf(t, endpoint)))
      }
      const { status } = await t.send({ method: 'GET', target: '/v1/agent/health', as: null })
      expect(status, 'status of /v1/agent/health below the base address').toBeLessThan(300)
      if (t.hasControl) await assumePut(t)
      const elsewhere = await t.send({ method: 'GET', target: '/agent/health', as: null })
      t.assume('AGT-G13', () => expect(elsewhere.status, 'status of /agent/health, without /v1').toBe(404))
    },
    sabotage: [
      ...endpoints.map(({ operation }) => on(operation, liesElsewhere)),
      (request, forward) => forward({ ...request, path: request.path.replace(/^\/agent/, '/v1/agent') }),
      when(({ method, path }) => method === 'PUT' && !path.endsWith('/config'), turnsStatus(200, 405)),
    ],
  },
  'AGT-004': {
    needs: needsOfAll,
    async run(t) {
      for (const endpoint of endpoints) {
        const input = await inputOf(t, endpoint)
        // The parameters have the names of the family (gap AGT-G16); no server reaches this index.
        const query = { ...input.query, index: 1_000_000_000, wait: `${waitSeconds}s` }
        const begun = await t.now()
        await t.overTime(ask(t, endpoint, { ...input, query }))
        const seconds = ((await t.now()) - begun) / 1000
        expect(seconds, `seconds until ${endpoint.operation} answers, asked to wait`).toBeLessThan(soon)
      }
    },
    sabotage: endpoints.map(({ operation }) => on(operation, when, ({ query }) => query.includes('wait='), holdsBack)),
  },
  ...Object.fromEntries(endpoints.map((endpoint) => [endpoint.rules.mediaType, produces(endpoint)])),
  ...Object.fromEntries(endpoints.map((endpoint) => [endpoint.rules.mode, applies(endpoint)])),
}

import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { answersWith, on, type Sabotage, turnsStatus, when } from '../../../check/sabotage.ts'
import type { Context } from './context.ts'
import { tokens } from './context.ts'
import { ask, type Endpoint, endpoints, inputOf, needsOfAll } from './endpoints.ts'
import { assertServed } from './outcomes.ts'

/** Seconds by which a blocking query would delay the answer. */
const held = 12
const soon = 10

const liesElsewhere: Sabotage = (request, forward) =>
  forward({ ...request, path: request.path.replace('/v1/agent', '/v2/agent') })

/** A recording takes time on the agent's clock, so the answer comes late. */
const holdsBack: Sabotage = async (request, forward) => {
  const headers = { ...request.headers, 'x-cluster-token': tokens.management }
  const recording = { method: 'GET', path: '/v1/agent/pprof/trace', query: `seconds=${held}`, headers, body: null }
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

/** The operation answers a request without parameters. */
function takesNoParameters(
  operation: 'getSelf' | 'getHealth' | 'listSchedulers' | 'getSchedulerConfig',
): Check<operations> {
  const resources = operation.includes('Sched') ? ['server mode'] : []
  return {
    needs: { resources },
    async run(t) {
      const [endpoint] = endpoints.filter((one) => one.operation === operation)
      if (endpoint) assertServed(t, await ask(t, endpoint, {}), `${operation} without any parameter`)
    },
    sabotage: on(
      operation,
      when,
      ({ query }) => query === '',
      answersWith(400, 'missing parameter', { 'content-type': 'text/plain' }),
    ),
  }
}

export const requests: Record<string, Check<operations>> = {
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
        const query = { ...input.query, index: 1_000_000_000, wait: `${held}s` }
        const begun = await t.now()
        await t.overTime(ask(t, endpoint, { ...input, query }))
        const seconds = ((await t.now()) - begun) / 1000
        expect(seconds, `seconds until ${endpoint.operation} answers, asked to wait`).toBeLessThan(soon)
      }
    },
    sabotage: endpoints.map(({ operation }) => on(operation, when, ({ query }) => query.includes('wait='), holdsBack)),
  },
  'AGT-109': takesNoParameters('getSelf'),
  'AGT-119': takesNoParameters('getHealth'),
  'AGT-153': takesNoParameters('listSchedulers'),
  'AGT-156': takesNoParameters('getSchedulerConfig'),
}

import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import {
  acceptsRefused,
  answersWith,
  changesAnswer,
  changesHeader,
  on,
  type Sabotage,
} from '../../../check/sabotage.ts'
import { type Context, type Head, tokens } from './context.ts'
import { ask, certainInputOf, certainNeedsOf, type Endpoint, endpoints, inputOf } from './endpoints.ts'
import { departure } from './membership/departures.ts'
import { assertServed } from './outcomes.ts'

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
  const [essence = ''] = (reply.headers['content-type'] ?? '').split(';')
  expect(essence.trim().toLowerCase(), `media type of ${operation}`).toBe(produces)
  // A body that is not JSON stays a text.
  if (produces === 'application/json' && !answers) expect(reply.body, `body of ${operation}`).not.toBe(reply.text)
}

function produces(endpoint: Endpoint): Check<operations> {
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

export const mediaTypes: Record<string, Check<operations>> = Object.fromEntries(
  endpoints.map((endpoint) => [endpoint.rules.mediaType, produces(endpoint)]),
)

const refuses = answersWith(501, 'Not here', { 'content-type': 'text/plain' })

/** Limits a sabotage to an agent that runs in one mode; it is recognized by its refusals. */
function whereOnly(mode: 'server' | 'client', sabotage: Sabotage): Sabotage {
  const path = mode === 'server' ? '/v1/agent/servers' : '/v1/agent/members'
  return async (request, forward) => {
    const headers = { ...request.headers, 'x-cluster-token': tokens.management }
    const { status } = await forward({
      ...request,
      operation: undefined,
      method: 'GET',
      path,
      query: '',
      headers,
      body: null,
    })
    return status === 501 ? sabotage(request, forward) : forward(request)
  }
}

/** Resources with the base URLs of agents that have one role. */
const agentOf = { server: 'agent that is a server alone', client: 'agent that is a client alone' } as const

function baseOf(t: Context, mode: 'server' | 'client'): string {
  const base = t.resource(agentOf[mode]).replace(/\/$/, '')
  return URL.canParse(base) ? base : t.inconclusive(`the resource '${agentOf[mode]}' is not a base URL: ${base}`)
}

function applies(endpoint: Endpoint): Check<operations> {
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
      on(operation, serves(mode) ? whereOnly(mode, refuses) : acceptsRefused()),
    ),
  }
}

export const modes: Record<string, Check<operations>> = Object.fromEntries(
  endpoints.map((endpoint) => [endpoint.rules.mode, applies(endpoint)]),
)

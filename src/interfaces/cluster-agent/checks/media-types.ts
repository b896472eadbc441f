import { expect } from 'vitest'
import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../check.ts'
import { changesAnswer, changesHeader, on, type Sabotage } from '../../sabotage.ts'
import { ask, type Context, type Endpoint, endpoints, type Head, inputOf, needsOf } from './endpoints.ts'
import { assertServed } from './outcomes.ts'

const isNoJson: Sabotage = changesAnswer((answer) => ({ ...answer, body: Buffer.from('<p>All is well</p>') }))

function assertProduces(t: Context, { operation, produces, answers }: Endpoint, reply: Head): void {
  assertServed(t, reply, operation)
  if (produces === 'nothing') {
    expect(reply.text, `body of ${operation}`).toBe('')
    return
  }
  const [essence = ''] = (reply.headers['content-type'] ?? '').split(';')
  expect(essence.trim().toLowerCase(), `media type of ${operation}`).toBe(produces)
  // A text that is no JSON is left as it is.
  if (produces === 'application/json' && !answers) expect(reply.body, `body of ${operation}`).not.toBe(reply.text)
}

function produces(endpoint: Endpoint): Check<operations> {
  const { operation, produces, answers, uncertain } = endpoint
  return {
    needs: uncertain ? { resources: ['server mode', 'failed member'], changes: 'lasting' } : needsOf(endpoint),
    async run(t) {
      // Only of a member that has failed is it certain what comes of a force-leave.
      const input = uncertain ? { query: { node: t.resource('failed member') } } : await inputOf(t, endpoint)
      assertProduces(t, endpoint, await ask(t, endpoint, input))
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

import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { changesAnswer, changesHeader, on, type Sabotage } from '../../../check/sabotage.ts'
import type { Context, Head } from './context.ts'
import { ask, certainNeedsOf, type Endpoint, endpoints, inputOf } from './endpoints.ts'
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

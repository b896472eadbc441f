import { type Answer, hangUp } from '../../behaviour/definition.ts'
import type { Sabotage } from '../../check/sabotage.ts'
import type { Contract } from '../../contract/contract.ts'
import type { Engine } from '../../mock/engine.ts'
import type { MockAnswer } from '../../mock/types.ts'
import { loadContract } from '../../workspace/contracts.ts'

/** Breaks a mock in some of its sessions. */
export interface SabotageSwitch {
  /** An engine that applies the sabotage of a session to its requests. */
  wrap(engine: Engine): Engine
  sabotage(session: string, sabotage: Sabotage): void
}

export function createSabotageSwitch(): SabotageSwitch {
  const sabotages = new Map<string, Sabotage>()
  return {
    wrap: (engine) => breakable(engine, ({ headers }) => sabotages.get(headers['x-mock-session'] ?? '')),
    sabotage: (session, sabotage) => void sabotages.set(session, sabotage),
  }
}

type Request = Parameters<Engine['handle']>[0]

function breakable(engine: Engine, sabotageOf: (request: Request) => Sabotage | undefined): Engine {
  let contract: Contract | undefined
  return {
    ...engine,
    async handle(request, state) {
      const sabotage = sabotageOf(request)
      if (!sabotage) return engine.handle(request, state)
      const { method, path, query, headers, body } = request
      contract ??= loadContract(engine.contract.name)
      const match = contract.match(method, path)
      const operation = match.kind === 'operation' ? match.operation.id : undefined
      // The journal gets the same entry as without the sabotage, so that a sabotage breaks only its own rule.
      let handled: Omit<MockAnswer, keyof Answer> = {
        delivery: 'whole',
        handled: {
          operation,
          describe: () => ({ path, query: [] }),
          rules: [],
          faults: [],
          reason: undefined,
          warnings: [],
        },
      }
      const answer = await sabotage({ operation, method, path, query, headers, body }, async (changed) => {
        const { method, path, query, headers, body } = changed
        const bytes = body && Buffer.from(body.buffer, body.byteOffset, body.length)
        const forwarded = await engine.handle({ ...request, method, path, query, headers, body: bytes }, state)
        const { status, headers: sent, body: made, ...about } = forwarded
        handled = made === hangUp ? { ...about, delivery: 'whole' } : about
        return { status, headers: sent, body: made }
      })
      return { ...handled, ...answer, ...(answer.body === hangUp ? { delivery: 'dropped' } : {}) }
    },
  }
}

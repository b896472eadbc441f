import type { InterfaceChecks } from '../../check/check.ts'
import type { Contract } from '../../contract/contract.ts'
import { startMock } from '../../mock/start-mock.ts'
import { type MockTarget, offeredByMock } from './mock-target.ts'
import { createSabotageSwitch } from './sabotage-switch.ts'

/** Interfaces with small worlds that have, between them, records, conditions and actions. */
const served = ['orders', 'secrets', 'kv-cluster']

/** No session stands for a check here: a check makes several, and a request may belong to none. */
const markedBy = 'x-check'

/**
 * The mock as a target for the checks of its own interface. Beside it stands a second one, the resource `guarded mock`, for what
 * a mock does that has a token, or no room.
 */
export async function startControlTarget(
  contract: Contract,
  checks: InterfaceChecks<Record<string, unknown>>,
): Promise<MockTarget> {
  const { wrap, sabotage } = createSabotageSwitch(markedBy)
  const mock = await startMock({ interfaces: served, wrap })
  const offered = offeredByMock(contract, checks)
  const controlToken = checks.roles.full?.onMock.token ?? ''
  const guarded = await startMock({ interfaces: ['orders'], controlToken, maxSessions: 3, wrap })
  return {
    target: {
      ...offered,
      baseUrl: `${mock.origin}/_control`,
      furtherUrls: new Map(),
      resources: new Map([...offered.resources, ['guarded mock', `${guarded.origin}/_control`]]),
      markedBy,
    },
    sabotage,
    close: async () => void (await Promise.all([mock.close(), guarded.close()])),
  }
}

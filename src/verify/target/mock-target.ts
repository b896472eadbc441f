import type { InterfaceChecks } from '../../check/check.ts'
import type { Sabotage } from '../../check/sabotage.ts'
import type { Contract } from '../../contract/contract.ts'
import { startMock } from '../../mock/start-mock.ts'
import { mockTitle } from '../runner/report.ts'
import { createSabotageSwitch } from './sabotage-switch.ts'
import { credentialFrom, type Target } from './target.ts'

type Checks = InterfaceChecks<Record<string, unknown>>

/** The mock of one interface in this process, as a target. */
export interface MockTarget {
  target: Target
  /** Breaks the mock for one check. */
  sabotage(session: string, sabotage: Sabotage): void
  close(): Promise<void>
}

/**
 * Starts the mock with one interface as a target that offers everything that checks may need.
 *
 * @param onFault called with the faults of the mock; default: stderr
 */
export async function startMockTarget(
  contract: Contract,
  checks: Checks,
  onFault?: (reason: string) => void,
): Promise<MockTarget> {
  const { wrap, sabotage } = createSabotageSwitch('x-mock-session')
  const mock = await startMock({ interfaces: [contract.name], wrap, ...(onFault ? { onFault } : {}) })
  return { target: mockTargetAt(mock.origin, contract, checks), sabotage, close: () => mock.close() }
}

/** A mock of the interface that runs at this origin. */
export function mockTargetAt(origin: string, contract: Contract, checks: Checks): Target {
  return {
    ...offeredByMock(contract, checks),
    baseUrl: `${origin}/${contract.name}${contract.mount}`,
    furtherUrls: furtherUrlsOf(contract, `${origin}/${contract.name}`),
    control: { url: `${origin}/_control` },
  }
}

/** What every mock in this process offers to checks. */
export function offeredByMock(
  { variables }: Contract,
  { roles, resources = {} }: Checks,
): Omit<Target, 'baseUrl' | 'furtherUrls'> {
  const offered = Object.entries(resources).map(([name, { onMock }]) => [name, onMock] as const)
  const credentials = Object.entries(roles).map(([name, role]) => [name, credentialFrom(role, role.onMock)] as const)
  return {
    title: mockTitle,
    variables,
    credentials: new Map(credentials),
    resources: new Map(offered),
    allows: 'lasting',
    secrets: new Map(),
  }
}

function furtherUrlsOf({ operations }: Contract, url: string): Map<string, string> {
  const servers = [...operations.values()].flatMap(({ server }) => server ?? [])
  return new Map(servers.map(({ name, mount }) => [name, url + mount]))
}

/** Small interfaces that together have records, conditions and actions. */
const controlled = ['orders', 'secrets', 'kv-cluster']

/** Identifies the check of a request. A session cannot: a check creates several, and a request may belong to none. */
const markedBy = 'x-check'

/** The control planes of a mock that runs at this origin, and of a guarded one. */
export function controlTargetAt(origin: string, guarded: string, offered: ReturnType<typeof offeredByMock>): Target {
  return {
    ...offered,
    baseUrl: `${origin}/_control`,
    furtherUrls: new Map(),
    resources: new Map([...offered.resources, ['guarded mock', `${guarded}/_control`]]),
    markedBy,
  }
}

/**
 * The mock as a target for the checks of its own interface. A second mock, the resource `guarded mock`, has a control token and
 * room for few sessions.
 */
export async function startControlTarget(contract: Contract, checks: Checks): Promise<MockTarget> {
  const { wrap, sabotage } = createSabotageSwitch(markedBy)
  const mock = await startMock({ interfaces: controlled, wrap })
  const offered = offeredByMock(contract, checks)
  const controlToken = checks.roles.full?.onMock.token ?? ''
  const guarded = await startMock({ interfaces: ['orders'], controlToken, maxSessions: 3, wrap })
  return {
    target: controlTargetAt(mock.origin, guarded.origin, offered),
    sabotage,
    close: async () => void (await Promise.all([mock.close(), guarded.close()])),
  }
}

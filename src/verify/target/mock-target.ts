import type { InterfaceChecks } from '../../check/check.ts'
import type { Sabotage } from '../../check/sabotage.ts'
import type { Contract } from '../../contract/contract.ts'
import { startMock } from '../../mock/start-mock.ts'
import { credentialFrom } from './credential.ts'
import { createSabotageSwitch } from './sabotage-switch.ts'
import type { Target } from './target.ts'

type Checks = InterfaceChecks<Record<string, unknown>>

/** The mock of one interface in this process, as a target. */
export interface MockTarget {
  target: Target
  /** Breaks the mock for one check. */
  sabotage(session: string, sabotage: Sabotage): void
  close(): Promise<void>
}

/** Starts the mock with one interface, and gives it as a target that offers all that checks may need. */
export async function startMockTarget(contract: Contract, checks: Checks): Promise<MockTarget> {
  const { wrap, sabotage } = createSabotageSwitch('x-mock-session')
  const mock = await startMock({ interfaces: [contract.name], wrap })
  const target: Target = {
    ...offeredByMock(contract, checks),
    baseUrl: `${mock.origin}/${contract.name}${contract.mount}`,
    furtherUrls: furtherUrlsOf(contract, `${mock.origin}/${contract.name}`),
    control: { url: `${mock.origin}/_control` },
  }
  return { target, sabotage, close: () => mock.close() }
}

/** What any mock in this process offers to checks, wherever it is. */
export function offeredByMock(
  { variables }: Contract,
  { roles, resources = {} }: Checks,
): Omit<Target, 'baseUrl' | 'furtherUrls'> {
  const offered = Object.entries(resources).map(([name, { onMock }]) => [name, onMock] as const)
  const credentials = Object.entries(roles).map(([name, role]) => [name, credentialFrom(role, role.onMock)] as const)
  return {
    title: 'the mock',
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

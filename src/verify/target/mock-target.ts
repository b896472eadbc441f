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

/** Starts the mock with one interface as a target that offers everything that checks may need. */
export async function startMockTarget(contract: Contract, checks: Checks): Promise<MockTarget> {
  const { wrap, sabotage } = createSabotageSwitch()
  const mock = await startMock({ interfaces: [contract.name], wrap })
  return { target: mockTargetAt(mock.origin, contract, checks), sabotage, close: () => mock.close() }
}

/** A mock of the interface that runs at this origin. It offers everything that checks may need. */
export function mockTargetAt(origin: string, contract: Contract, { roles, resources = {} }: Checks): Target {
  const offered = Object.entries(resources).map(([name, { onMock }]) => [name, onMock] as const)
  const credentials = Object.entries(roles).map(([name, role]) => [name, credentialFrom(role, role.onMock)] as const)
  return {
    title: mockTitle,
    baseUrl: `${origin}/${contract.name}${contract.mount}`,
    furtherUrls: furtherUrlsOf(contract, `${origin}/${contract.name}`),
    variables: contract.variables,
    credentials: new Map(credentials),
    resources: new Map(offered),
    allows: 'lasting',
    control: { url: `${origin}/_control` },
    secrets: new Map(),
  }
}

function furtherUrlsOf({ operations }: Contract, url: string): Map<string, string> {
  const servers = [...operations.values()].flatMap(({ server }) => server ?? [])
  return new Map(servers.map(({ name, mount }) => [name, url + mount]))
}

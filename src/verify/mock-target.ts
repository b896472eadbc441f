import type { InterfaceChecks } from '../interfaces/check.ts'
import type { Sabotage } from '../interfaces/sabotage.ts'
import { hangUp } from '../interfaces/slice.ts'
import type { Engine } from '../mock/engine.ts'
import { startMock } from '../mock/start-mock.ts'
import type { Contract } from '../validate/contract.ts'
import { credentialFrom } from './credential.ts'
import type { Target } from './target.ts'

/** The mock of one interface in this process, as a target. */
export interface MockTarget {
  target: Target
  /** Breaks the mock for one session. */
  sabotage(session: string, sabotage: Sabotage): void
  close(): Promise<void>
}

/** Starts the mock with one interface, and gives it as a target that offers all that checks may need. */
export async function startMockTarget(
  contract: Contract,
  checks: InterfaceChecks<Record<string, unknown>>,
): Promise<MockTarget> {
  const sabotages = new Map<string, Sabotage>()
  const mock = await startMock({
    interfaces: [contract.name],
    wrap: (engine) => breakable(engine, contract, sabotages),
  })
  const roles = Object.entries(checks.roles)
  const resources = Object.entries(checks.resources ?? {})
  const target: Target = {
    title: 'the mock',
    baseUrl: `${mock.origin}/${contract.name}${contract.mount}`,
    furtherUrls: furtherUrlsOf(contract, `${mock.origin}/${contract.name}`),
    variables: contract.variables,
    credentials: new Map(roles.map(([name, role]) => [name, credentialFrom(role, role.onMock)])),
    resources: new Map(resources.map(([name, { onMock }]) => [name, onMock])),
    allows: 'lasting',
    control: { url: `${mock.origin}/_control` },
    secrets: new Map(),
  }
  return { target, sabotage: (session, sabotage) => void sabotages.set(session, sabotage), close: () => mock.close() }
}

function furtherUrlsOf({ operations }: Contract, url: string): Map<string, string> {
  const servers = [...operations.values()].flatMap(({ server }) => server ?? [])
  return new Map(servers.map(({ name, mount }) => [name, url + mount]))
}

/** An engine whose requests of a sabotaged session pass through the sabotage. */
function breakable(engine: Engine, contract: Contract, sabotages: ReadonlyMap<string, Sabotage>): Engine {
  return {
    ...engine,
    async handle(request, world) {
      const sabotage = sabotages.get(request.headers['x-mock-session'] ?? '')
      if (!sabotage) return engine.handle(request, world)
      const { method, path, query, headers, body } = request
      const match = contract.match(method, path)
      const operation = match.kind === 'operation' ? match.operation.id : undefined
      const handled = {
        operation,
        path,
        query: [],
        rules: [],
        faults: [],
        reason: undefined,
      }
      const answer = await sabotage({ operation, method, path, query, headers, body }, async (changed) => {
        const { method, path, query, headers, body } = changed
        return (await engine.handle({ ...request, method, path, query, headers, body }, world)).answer
      })
      return { ...handled, answer, delivery: answer.body === hangUp ? 'dropped' : 'whole' }
    },
  }
}

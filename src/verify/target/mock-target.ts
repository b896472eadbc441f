import { type Answer, hangUp } from '../../behaviour/definition.ts'
import type { InterfaceChecks } from '../../check/check.ts'
import type { Sabotage } from '../../check/sabotage.ts'
import type { Contract } from '../../contract/contract.ts'
import type { Engine } from '../../mock/engine.ts'
import { startMock } from '../../mock/start-mock.ts'
import type { FinishedAnswer } from '../../mock/types.ts'
import type { WorkspaceInterface } from '../../workspace/workspace.ts'
import { mockTitle } from '../runner/report.ts'
import { credentialFrom, type Target } from './target.ts'

type Checks = InterfaceChecks<Record<string, unknown>>

/** The mock of one interface in this process, as a target. */
export interface MockTarget {
  target: Target
  /** Breaks the mock in one of its sessions. */
  sabotage(session: string, sabotage: Sabotage): void
  close(): Promise<void>
}

/** Starts the mock with one interface as a target that offers everything that checks may need. */
export async function startMockTarget(one: WorkspaceInterface, checks: Checks): Promise<MockTarget> {
  const sabotages = new Map<string, Sabotage>()
  const { origin, close } = await startMock({
    workspace: { select: () => [one] },
    wrap: (engine) => breakable(engine, sabotages),
  })
  return {
    target: mockTargetAt(origin, one.contract, checks),
    sabotage: (session, sabotage) => void sabotages.set(session, sabotage),
    close,
  }
}

/** A mock of the interface that runs at this origin. It offers everything that checks may need. */
export function mockTargetAt(origin: string, contract: Contract, { roles, resources = {} }: Checks): Target {
  const offered = Object.entries(resources).map(([name, { onMock }]) => [name, onMock] as const)
  const credentials = Object.entries(roles).map(([name, role]) => [name, credentialFrom(role, role.onMock)] as const)
  const servers = [...contract.operations.values()].flatMap(({ server }) => server ?? [])
  return {
    title: mockTitle,
    baseUrl: `${origin}/${contract.name}${contract.mount}`,
    furtherUrls: new Map(servers.map(({ name, mount }) => [name, `${origin}/${contract.name}${mount}`])),
    variables: contract.variables,
    credentials: new Map(credentials),
    resources: new Map(offered),
    allows: 'lasting',
    // The mock and the check share one thread: a long wait is one of the machine.
    timeout: 60_000,
    control: { url: `${origin}/_control` },
    secrets: new Map(),
  }
}

/** An engine that applies the sabotage of a session to its requests. */
function breakable(engine: Engine, sabotages: ReadonlyMap<string, Sabotage>): Engine {
  return {
    ...engine,
    async handle(request, state) {
      const sabotage = sabotages.get(request.headers['x-mock-session'] ?? '')
      if (!sabotage) return engine.handle(request, state)
      const { method, path, query, headers, body } = request
      const match = engine.contract.match(method, path)
      const operation = match.kind === 'operation' ? match.operation.id : undefined
      // The journal gets the same entry as without the sabotage, so that a sabotage breaks only its own rule.
      let handled: Omit<FinishedAnswer, keyof Answer> = {
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

import { loadChecks } from '../../interfaces/load.ts'
import { loadContract } from '../../workspace/contracts.ts'
import type { Exchange } from '../context/exchange.ts'
import { everythingMissing } from '../context/needs.ts'
import { readMethods } from '../context/request.ts'
import { createWire } from '../context/wire.ts'
import { isSafe, type Target } from '../target/target.ts'
import { planChecks } from './plan.ts'
import { runCheck } from './run-check.ts'

/** Requests of one kind in a run. */
export interface PlannedRequests {
  method: string
  /** Path template of the operation, or the path itself where the document has no operation for it. */
  path: string
  count: number
  /** Rules whose checks send a request that may change the server; empty when none may. */
  changedBy: string[]
}

/** The requests and changes of a run against a target. */
export interface DryRun {
  rules: string[]
  requests: PlannedRequests[]
  /** Rules that no check can show, by the reason. */
  unobservable: Map<string, string[]>
  /** Rules that would be skipped, by everything that their checks lack. */
  lacking: Map<string, string[]>
  /** What each role and resource is that the target does not name. */
  unnamed: Map<string, string>
}

/**
 * Finds the requests of a run by running the same checks against a mock in this process that offers only what the target offers. The target
 * gets no request. Requests that depend on an earlier answer of the server may differ from these.
 */
export async function dryRun(name: string, target: Target, only?: RegExp): Promise<DryRun> {
  const { contract, checks, mock, ...stage } = await openStage(name, target)
  const [unobservable, lacking] = [new Map<string, string[]>(), new Map<string, string[]>()]
  const note = (rules: Map<string, string[]>, reason: string, id: string) =>
    rules.set(reason, [...(rules.get(reason) ?? []), id])
  const rules: string[] = []
  const requests = new Map<string, PlannedRequests>()
  try {
    for (const { rule, check } of planChecks({ contract, checks, ...stage }, only)) {
      if ('unobservable' in check) {
        note(unobservable, check.unobservable, rule.id)
        continue
      }
      const lacks = everythingMissing(check.needs ?? {}, { target, checks })
      if (lacks.length > 0) {
        note(lacking, lacks.map(({ what }) => what).join(' and '), rule.id)
        continue
      }
      rules.push(rule.id)
      const { exchanges } = await runCheck({ contract, checks, ...stage }, check)
      for (const exchange of exchanges) add(exchange, rule.id)
    }
  } finally {
    stage.wire.close()
    await mock.close()
  }
  const described = [...Object.entries(checks.roles), ...Object.entries(checks.resources ?? {})]
  const offered = new Set([...target.credentials.keys(), ...target.resources.keys()])
  const unnamed = described.flatMap(([thing, { description }]) =>
    offered.has(thing) ? [] : [[thing, description] as const],
  )
  return { rules, requests: [...requests.values()].sort(byPath), unobservable, lacking, unnamed: new Map(unnamed) }

  function add({ operation: id, request }: Exchange, rule: string): void {
    const operation = contract.operations.get(id ?? '')
    const path = operation?.path ?? new URL(request.url).pathname
    const key = `${request.method} ${path}`
    const known = requests.get(key) ?? { method: request.method, path, count: 0, changedBy: [] }
    const mayChange = operation ? !isSafe(operation, checks.safe) : !readMethods.has(request.method)
    known.count++
    if (mayChange && !known.changedBy.includes(rule)) known.changedBy.push(rule)
    requests.set(key, known)
  }
}

/** A mock that offers to checks only what the target offers. */
export async function openStage(name: string, { allows, resources, credentials }: Target) {
  const [contract, checks] = [loadContract(name), await loadChecks(name)]
  const { startMockTarget } = await import('../target/mock-target.ts')
  const mock = await startMockTarget(contract, checks)
  const { control: _, ...offered } = mock.target
  const has = (names: ReadonlyMap<string, unknown>) => (entry: [string, unknown]) => names.has(entry[0])
  const target: Target = {
    ...offered,
    allows,
    resources: new Map([...offered.resources].filter(has(resources))),
    credentials: new Map([...offered.credentials].filter(has(credentials))),
  }
  return { contract, checks, target, wire: createWire(target), mock }
}

function byPath(one: PlannedRequests, other: PlannedRequests): number {
  return one.path.localeCompare(other.path) || one.method.localeCompare(other.method)
}

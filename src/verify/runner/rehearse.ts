import { loadChecks } from '../../interfaces/load.ts'
import { loadContract } from '../../workspace/contracts.ts'
import type { Exchange } from '../context/exchange.ts'
import { whatIsMissing } from '../context/needs.ts'
import { readMethods } from '../context/request.ts'
import { createWire } from '../context/wire.ts'
import { isSafe, type Target } from '../target/target.ts'
import { isSelected, planChecks } from './plan.ts'
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
export interface Rehearsal {
  rules: string[]
  requests: PlannedRequests[]
  /** Rules that would be skipped, by the reason. */
  skipped: Map<string, string[]>
}

/**
 * Finds the requests of a run by running the same checks against a mock in this process that offers only what the target offers. The target
 * gets no request. Requests that depend on an earlier answer of the server may differ from these.
 */
export async function rehearse(name: string, target: Target, only?: RegExp): Promise<Rehearsal> {
  const { contract, checks, mock, ...stage } = await openStage(name, target)
  const skipped = new Map<string, string[]>()
  const rules: string[] = []
  const requests = new Map<string, PlannedRequests>()
  try {
    const selected = planChecks({ contract, checks, ...stage }).filter(({ rule }) => isSelected({ only }, rule))
    for (const { rule, check } of selected) {
      const reason = 'unobservable' in check ? check.unobservable : whatIsMissing(check.needs ?? {}, { target, checks })
      if (reason !== undefined || 'unobservable' in check) {
        skipped.set(reason ?? '', [...(skipped.get(reason ?? '') ?? []), rule.id])
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
  return { rules, requests: [...requests.values()].sort(byPath), skipped }

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

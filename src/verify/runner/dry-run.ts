import type { WorkspaceInterface } from '../../workspace/workspace.ts'
import { type Exchange, isWrite } from '../context/check-target.ts'
import { everythingMissing } from '../context/needs.ts'
import type { Target } from '../target/target.ts'
import { openMirror } from './open-target.ts'
import { runCheck } from './run-check.ts'
import { selectChecks } from './select-checks.ts'

/** Requests of one kind in a run. */
export interface PlannedRequests {
  method: string
  /** Path template of the operation, or the path itself where the document has no operation for it. */
  path: string
  count: number
  /** Rules whose checks send a request that may change the server; empty when none may. */
  changedBy: string[]
  /** ID of the operation, if the caller has named it as one that may change what belongs to others. */
  opened?: string
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
export async function dryRun(one: WorkspaceInterface, target: Target, only?: RegExp): Promise<DryRun> {
  const { checkTarget, close } = await openMirror(one, target)
  const { contract, checks } = checkTarget
  const [unobservable, lacking] = [new Map<string, string[]>(), new Map<string, string[]>()]
  const note = (rules: Map<string, string[]>, reason: string, id: string) =>
    rules.set(reason, [...(rules.get(reason) ?? []), id])
  const rules: string[] = []
  const requests = new Map<string, PlannedRequests>()
  try {
    const selected = selectChecks(checkTarget, only)
    for (const { rule, reason } of selected.unobservable) note(unobservable, reason, rule.id)
    for (const { rule, check } of selected.checks) {
      const lacks = everythingMissing(check.needs ?? {}, { target, checks })
      if (lacks.length > 0) {
        note(lacking, lacks.map(({ what }) => what).join(' and '), rule.id)
        continue
      }
      rules.push(rule.id)
      const { exchanges } = await runCheck(checkTarget, check)
      for (const exchange of exchanges) add(exchange, rule.id)
    }
  } finally {
    await close()
  }
  const described = [...Object.entries(checks.roles), ...Object.entries(checks.resources ?? {})]
  const offered = new Set([...target.credentials.keys(), ...target.resources.keys()])
  const unnamed = described.flatMap(([thing, { description }]) =>
    offered.has(thing) ? [] : [[thing, description] as const],
  )
  return { rules, requests: [...requests.values()].sort(byPath), unobservable, lacking, unnamed: new Map(unnamed) }

  function add(exchange: Exchange, rule: string): void {
    const { operation: id = '', request } = exchange
    const path = contract.operations.get(id)?.path ?? new URL(request.url).pathname
    const key = `${request.method} ${path}`
    const known = requests.get(key) ?? { method: request.method, path, count: 0, changedBy: [] }
    known.count++
    const { may = [] } = target
    if (may.includes(id) || (may.includes('all') && id !== '' && isWrite(checkTarget, exchange))) known.opened = id
    if (isWrite(checkTarget, exchange) && !known.changedBy.includes(rule)) known.changedBy.push(rule)
    requests.set(key, known)
  }
}

function byPath(one: PlannedRequests, other: PlannedRequests): number {
  return one.path.localeCompare(other.path) || one.method.localeCompare(other.method)
}

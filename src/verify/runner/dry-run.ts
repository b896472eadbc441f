import type { WorkspaceInterface } from '../../workspace/workspace.ts'
import { type Exchange, isWrite } from '../context/check-target.ts'
import { everythingMissing } from '../context/needs.ts'
import type { Target } from '../target/target.ts'
import { openMirror } from './open-target.ts'
import { runCheck } from './run-check.ts'
import { selectChecks } from './select-checks.ts'

/** The requests of one kind in a run. */
interface PlannedRequests {
  exchanges: Exchange[]
  /** Rules whose checks send one that may change the server. */
  changedBy: Set<string>
}

/**
 * What a run would send to a target, and change there, as a text. The same checks run against a mock in this process that offers only what the
 * target offers. The target gets no request. Requests that depend on an earlier answer of the server may differ from these.
 */
export async function describeRun(one: WorkspaceInterface, target: Target, only?: RegExp): Promise<string> {
  const { checkTarget, close } = await openMirror(one, target)
  const { contract, checks } = checkTarget
  const selected = selectChecks(checkTarget, only)
  const lacks = ({ check: { needs = {} } }: (typeof selected.checks)[number]) =>
    everythingMissing(needs, { target, checks })
      .map(({ what }) => what)
      .join(' and ')
  const { '': possible = [], ...lacking } = Object.groupBy(selected.checks, lacks)
  const requests = new Map<string, PlannedRequests>()
  try {
    for (const { rule, check } of possible)
      for (const exchange of (await runCheck(checkTarget, check)).exchanges) {
        const { operation = '', request } = exchange
        const key = `${request.method} ${contract.operations.get(operation)?.path ?? new URL(request.url).pathname}`
        const known = requests.get(key) ?? { exchanges: [], changedBy: new Set() }
        known.exchanges.push(exchange)
        if (isWrite(checkTarget, exchange)) known.changedBy.add(rule.id)
        requests.set(key, known)
      }
  } finally {
    await close()
  }
  const byPath = (key: string) => key.split(' ').reverse().join(' ')
  const planned = [...requests].sort(([one], [other]) => byPath(one).localeCompare(byPath(other)))
  const changing = planned.filter(([, { changedBy }]) => changedBy.size > 0)
  const width = Math.max(0, ...planned.map(([key]) => key.length))
  const count = planned.reduce((sum, [, { exchanges }]) => sum + exchanges.length, 0)
  const { may = [] } = target
  const opened = ([key, { exchanges }]: (typeof planned)[number]) =>
    exchanges
      .flatMap(({ operation = '' }) =>
        may.includes(operation) || (may.includes('all') && operation !== '') ? operation : [],
      )
      .slice(0, 1)
      .map(
        (id) =>
          `  ${key} may change what belongs to others, since it was named: --may ${id}. What a GET shows is put back.`,
      )
  const unnamed = [...Object.entries(checks.roles), ...Object.entries(checks.resources ?? {})].filter(
    ([name]) => !target.credentials.has(name) && !target.resources.has(name),
  )
  const idsOf = (list: readonly { rule: { id: string } }[] = []) => list.map(({ rule }) => rule.id).join(', ')
  const lines = [
    `${contract.name}: ${target.title}, ${target.baseUrl}`,
    `  ${possible.length} rules would be checked, with some ${count} requests:`,
    ...planned.map(([key, { exchanges }]) => `    ${key.padEnd(width)}  ${exchanges.length}`),
    changing.length === 0 ? '  Nothing would be changed.' : '  These may change the server:',
    ...changing.map(([key, { changedBy }]) => `    ${key}  by ${[...changedBy].join(', ')}`),
    ...changing.flatMap(opened),
    ...Object.entries(Object.groupBy(selected.unobservable, ({ reason }) => reason)).map(
      ([reason, rules]) => `  Not checked, since ${reason}: ${idsOf(rules)}`,
    ),
    ...(Object.keys(lacking).length === 0 ? [] : ['  Not checked for want of']),
    ...Object.entries(lacking).map(([what, rules]) => `    ${what}: ${idsOf(rules)}`),
    ...(unnamed.length === 0 ? [] : ['  What the target does not name']),
    ...unnamed.map(([name, { description }]) => `    ${name}: ${description}`),
  ]
  return `${lines.join('\n')}\n`
}

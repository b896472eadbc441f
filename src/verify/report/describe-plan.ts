import type { DryRun } from '../runner/dry-run.ts'
import type { Target } from '../target/target.ts'

/** What a run would send to a target, and change there. */
export function describePlan(
  name: string,
  { title, baseUrl }: Target,
  { rules, requests, unobservable, lacking, unnamed }: DryRun,
): string {
  const count = requests.reduce((sum, request) => sum + request.count, 0)
  const changing = requests.filter(({ changedBy }) => changedBy.length > 0)
  const width = Math.max(0, ...requests.map(({ method, path }) => method.length + path.length + 1))
  const lines = [
    `${name}: ${title}, ${baseUrl}`,
    `  ${rules.length} rules would be checked, with some ${count} requests:`,
    ...requests.map(({ method, path, count }) => `    ${`${method} ${path}`.padEnd(width)}  ${count}`),
    changing.length === 0 ? '  Nothing would be changed.' : '  These may change the server:',
    ...changing.map(({ method, path, changedBy }) => `    ${method} ${path}  by ${changedBy.join(', ')}`),
    ...changing.flatMap(({ method, path, opened }) =>
      opened === undefined
        ? []
        : [
            `  ${method} ${path} may change what belongs to others, since it was named: --may ${opened}. What a GET shows is put back.`,
          ],
    ),
    ...[...unobservable].map(([reason, ids]) => `  Not checked, since ${reason}: ${ids.join(', ')}`),
    ...(lacking.size === 0 ? [] : ['  Not checked for want of']),
    ...[...lacking].map(([what, ids]) => `    ${what}: ${ids.join(', ')}`),
    ...(unnamed.size === 0 ? [] : ['  What the target does not name']),
    ...[...unnamed].map(([thing, description]) => `    ${thing}: ${description}`),
  ]
  return `${lines.join('\n')}\n`
}

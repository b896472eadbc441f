import { print } from '../../print.ts'
import { UserError } from '../../user-error.ts'
import { type DryRun, dryRun } from '../../verify/runner/dry-run.ts'
import type { Target } from '../../verify/target/target.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** Prints what a run would send to each target and change there. */
export async function showPlan(
  workspace: Pick<Workspace, 'find'>,
  targets: ReadonlyMap<string, Target | undefined>,
  only: RegExp | undefined,
): Promise<number> {
  for (const [name, target] of targets) {
    if (!target) throw new UserError('a plan is for a server: name it by --base-url or --target')
    await print(describe(name, target, await dryRun(workspace.find(name), target, only)))
  }
  return 0
}

function describe(
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

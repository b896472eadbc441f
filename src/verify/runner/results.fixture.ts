import type { Sabotage } from '../../check/sabotage.ts'
import { bundled } from '../../workspace/bundled.ts'
import type { Allowance } from '../target/target.ts'
import { openTarget } from './open-target.ts'
import { type Outcome, runCheck } from './run-check.ts'
import { selectChecks } from './select-checks.ts'

/** Rules by the results of their checks. A failure has its message. */
export type Results = Record<Outcome['result'], string[]>

interface Options {
  /** Rules to check; default: all. */
  only?: readonly string[]
  /** Resources that the target names otherwise, or not at all. */
  resources?: Readonly<Record<string, string | undefined>>
  /** Default: everything. */
  allows?: Allowance
}

/** Runs every check of an interface against a changed mock, as on somebody else's server: without a control plane, one after another. */
export async function resultsOn(
  name: string,
  lenient: Sabotage,
  { only, resources: changed = {}, allows = 'lasting' }: Options = {},
): Promise<Results> {
  const { checkTarget, mock, close } = await openTarget(bundled.find(name))
  const { control: _, ...foreign } = checkTarget.target
  const resources = new Map(foreign.resources)
  for (const [resource, value] of Object.entries(changed)) {
    if (value === undefined) resources.delete(resource)
    else resources.set(resource, value)
  }
  const target = { ...checkTarget, target: { ...foreign, resources, allows } }
  mock?.sabotage('', lenient)
  const results: Results = { passed: [], failed: [], differs: [], inconclusive: [], skipped: [] }
  for (const { rule, check } of selectChecks(target).checks) {
    if (!(only?.includes(rule.id) ?? true)) continue
    const outcome = await runCheck(target, check)
    results[outcome.result].push(outcome.error ? `${rule.id} ${outcome.error.message}` : rule.id)
  }
  await close()
  return results
}

/** IDs of the rules whose checks failed. */
export const failedIn = ({ failed }: Results): string[] => failed.map((line) => line.split(' ')[0] ?? '')

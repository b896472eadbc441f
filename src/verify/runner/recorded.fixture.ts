import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import type { Sabotage } from '../../check/sabotage.ts'
import { bundled } from '../../workspace/bundled.ts'
import { openTarget } from './open-target.ts'
import { runCheck } from './run-check.ts'
import { selectChecks } from './select-checks.ts'

/** An exchange in the form in which a real server answered, and the results that the check of a rule may have there. */
export type Recorded = [rule: string, what: string, answer: Sabotage, results: string[]]

interface Options {
  /** The check may set the state of the server, and then asks more; default: false, as on somebody else's server. */
  control?: boolean
}

/** Has checks of an interface run against recorded exchanges. */
export async function openRecorded(name: string): Promise<(recorded: readonly Recorded[], options?: Options) => void> {
  const { checkTarget, mock, close } = await openTarget(bundled.find(name))
  afterAll(close)
  const { control: _, ...foreign } = checkTarget.target
  const planned = new Map(selectChecks(checkTarget).checks.map(({ rule, check }) => [rule.id, check]))
  return (recorded, { control = false } = {}) => {
    it.each(recorded)(
      `%s does not fail for %s${control ? ', with a control plane' : ''}`,
      async (id, _, answer, results) => {
        const check = planned.get(id)
        if (!check) throw new Error(`${id} has no check`)
        const sessionName = control ? randomUUID() : ''
        mock?.sabotage(sessionName, answer)
        const target = control ? checkTarget.target : foreign
        const outcome = await runCheck({ ...checkTarget, target }, check, control ? { sessionName } : {})
        expect(outcome.error?.message ?? outcome.result).toMatch(new RegExp(`^(${results.join('|')})$`))
      },
      60_000,
    )
  }
}

import { randomUUID } from 'node:crypto'
import type { WorkspaceInterface } from '../../workspace/workspace.ts'
import { type OpenTarget, openTarget } from './open-target.ts'
import { runCheck } from './run-check.ts'
import { type RunnableCheck, selectChecks } from './select-checks.ts'

/** A check, and why it proves nothing; undefined if it passes on the mock and fails under each of its sabotages. */
export interface Proof {
  rule: string
  fault: string | undefined
}

/** Runs each check of an interface on the mock, and then on a mock on which only its rule is broken. */
export async function* proveChecks(one: WorkspaceInterface, only?: RegExp): AsyncGenerator<Proof> {
  const opened = await openTarget(one)
  try {
    for (const { rule, check } of selectChecks(opened.checkTarget, only).checks) {
      const healthy = await runCheck(opened.checkTarget, check)
      // The mock of a document need not give each of its answers: a behaviour may know every key.
      if (rule.answer !== undefined && healthy.result === 'inconclusive') continue
      const { error } = healthy
      const fault = error ? `the mock breaks the rule: ${error.message}` : await whyUnproven(opened, check)
      yield { rule: rule.id, fault }
    }
  } finally {
    await opened.close()
  }
}

/** Why a check proves nothing on a mock on which only its rule is broken; undefined if it notices each of its sabotages. */
export async function whyUnproven(
  { checkTarget, mock }: OpenTarget,
  check: RunnableCheck,
): Promise<string | undefined> {
  const results: string[] = []
  for (const [index, sabotage] of [check.sabotage].flat().entries()) {
    const sessionName = randomUUID()
    mock?.sabotage(sessionName, sabotage)
    const { result } = await runCheck(checkTarget, check, { sessionName })
    if (result !== 'failed' && result !== 'differs') return `sabotage ${index + 1}: the check is ${result}`
    results.push(result)
  }
  // A broken documented rule must fail at least once. If everything about the rule is assumed, the check only differs.
  const expected = check.onlyAssumed === undefined ? 'failed' : 'differs'
  return results.includes(expected) ? undefined : `under its sabotages, the check is never '${expected}'`
}

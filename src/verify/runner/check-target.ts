import { loadContract } from '../../contract/contract.ts'
import { loadChecks } from '../../interfaces/load.ts'
import { controlName } from '../../mock/start-mock.ts'
import type { CheckTarget } from '../context/context.ts'
import { createWire } from '../context/wire.ts'
import { type MockTarget, startControlTarget, startMockTarget } from '../target/mock-target.ts'
import type { Target } from '../target/target.ts'

/** A target that is set up, and how to take it down. */
export interface OpenTarget {
  checkTarget: CheckTarget
  /** The mock in this process, when it is the target. */
  mock?: MockTarget
  close(): Promise<void>
}

/**
 * Sets up what the checks of one interface work with.
 *
 * @param target the mock of this process when absent
 */
export async function openTarget(name: string, target?: Target): Promise<OpenTarget> {
  const contract = loadContract(name)
  const checks = await loadChecks(name)
  const mock = target
    ? undefined
    : await (name === controlName ? startControlTarget : startMockTarget)(contract, checks)
  const chosen = target ?? (mock as MockTarget).target
  const wire = createWire(chosen)
  return {
    checkTarget: { contract, checks, target: chosen, wire, made: new Map() },
    ...(mock ? { mock } : {}),
    async close() {
      wire.close()
      await mock?.close()
    },
  }
}

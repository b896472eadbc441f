import { loadChecks } from '../../interfaces/load.ts'
import { loadContract } from '../../workspace/contracts.ts'
import type { CheckTarget } from '../context/check-run.ts'
import { createWire, type Wire } from '../context/wire.ts'
import type { MockTarget } from '../target/mock-target.ts'
import { renameOnWire } from '../target/product-names.ts'
import type { Target } from '../target/target.ts'

/** A target that is ready for checks. */
export interface OpenTarget {
  checkTarget: CheckTarget
  /** The mock in this process, if the mock is the target. */
  mock?: MockTarget
  close(): Promise<void>
}

/** A wire to a target, in the names that its product has. */
export function wireTo(target: Target): Wire {
  const wire = createWire(target)
  return target.names ? renameOnWire(wire, target.names) : wire
}

/**
 * Opens the target for the checks of one interface.
 *
 * @param target default: a mock in this process
 */
export async function openTarget(name: string, target?: Target): Promise<OpenTarget> {
  const contract = loadContract(name)
  const checks = await loadChecks(name)
  // Loaded only where it is the target.
  const mock = target ? undefined : await (await import('../target/mock-target.ts')).startMockTarget(contract, checks)
  const chosen = target ?? (mock as MockTarget).target
  const wire = wireTo(chosen)
  return {
    checkTarget: { contract, checks, target: chosen, wire, made: new Map() },
    ...(mock ? { mock } : {}),
    async close() {
      wire.close()
      await mock?.close()
    },
  }
}

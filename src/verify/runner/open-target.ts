import type { InterfaceChecks } from '../../check/check.ts'
import { loadChecks } from '../../interfaces/load.ts'
import type { WorkspaceInterface } from '../../workspace/workspace.ts'
import type { CheckTarget } from '../context/check-target.ts'
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

/** The checks of an interface, which take what the caller says to read for a read. */
export function withReads<Checks extends InterfaceChecks<Record<string, unknown>>>(
  checks: Checks,
  { reads = [] }: Target,
): Checks {
  return reads.length === 0 ? checks : { ...checks, safe: [...(checks.safe ?? []), ...reads] }
}

/**
 * Opens the target for the checks of one interface.
 *
 * @param target default: a mock in this process
 */
export async function openTarget(one: WorkspaceInterface, target?: Target): Promise<OpenTarget> {
  if (!target) {
    const { checkTarget, ...mock } = await openMock(one)
    return { checkTarget: { ...checkTarget, made: new Map() }, ...mock }
  }
  const wire = wireTo(target)
  const checkTarget = {
    contract: one.contract,
    checks: withReads(await loadChecks(one), target),
    target,
    wire,
    made: new Map(),
  }
  return { checkTarget, close: async () => wire.close() }
}

/** Opens a mock in this process that has no control plane, and offers to checks only what a target offers. */
export async function openMirror(one: WorkspaceInterface, { allows, may, reads, resources, credentials }: Target) {
  return openMock(one, ({ control: _, ...offered }) => ({
    ...offered,
    allows,
    ...(may && { may }),
    ...(reads && { reads }),
    resources: new Map([...offered.resources].filter(([resource]) => resources.has(resource))),
    credentials: new Map([...offered.credentials].filter(([role]) => credentials.has(role))),
  }))
}

async function openMock(one: WorkspaceInterface, restrict = (target: Target): Target => target) {
  const { contract } = one
  const checks = await loadChecks(one)
  // Loaded only where it is the target.
  const { startMockTarget } = await import('../target/mock-target.ts')
  const mock = await startMockTarget(one, checks)
  const target = restrict(mock.target)
  const wire = createWire(target)
  const close = async () => {
    wire.close()
    await mock.close()
  }
  return { checkTarget: { contract, checks: withReads(checks, target), target, wire }, mock, close }
}

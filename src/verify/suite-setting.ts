import { loadChecks } from '../interfaces/registry.ts'
import { loadContract } from '../validate/contract.ts'
import type { Bench } from './context.ts'
import { type MockTarget, startMockTarget } from './mock-target.ts'
import { createWire } from './wire.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of the interface that a suite is about. */
    interface: string
  }
}

/** All that a suite needs to check the mock of one interface. */
export interface MockBench {
  bench: Bench
  mock: MockTarget
  close(): Promise<void>
}

export async function openMockBench(name: string): Promise<MockBench> {
  const contract = loadContract(name)
  const checks = await loadChecks(name)
  const mock = await startMockTarget(contract, checks)
  const wire = createWire()
  const bench: Bench = { contract, checks, target: mock.target, wire }
  return {
    bench,
    mock,
    close: async () => {
      wire.close()
      await mock.close()
    },
  }
}

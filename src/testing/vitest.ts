import { test as base, expect } from 'vitest'
import type { OperationName } from './operations.ts'
import type { Expectation } from './received.ts'
import type { MockSession, TestMock } from './session.ts'
import { startMock } from './start-mock.ts'
import { toHaveReceived } from './to-have-received.ts'

// The type parameters of Vitest's own interfaces differ between its majors. All of them take Chai's assertions over.
declare global {
  namespace Chai {
    interface Assertion {
      /** The mock has received a request to an operation, with these values. */
      toHaveReceived(operation: OperationName, expected?: Expectation): void
    }
  }
}

expect.extend({ toHaveReceived })

export interface MockFixtures {
  /** The mock of all interfaces, one for each test file. */
  mock: TestMock
  /** A session for each test. */
  session: MockSession
}

/** Vitest's `test` with a mock for the file and a session for each test. Both end by themselves. */
export const test = base.extend<MockFixtures>({
  mock: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs.
    async ({}, use) => {
      await using mock = await startMock()
      await use(mock)
    },
    { scope: 'file' },
  ],
  session: async ({ mock }, use) => {
    await using session = await mock.session()
    await use(session)
  },
})

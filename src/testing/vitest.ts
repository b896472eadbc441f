import { test as base, expect, type TestAPI } from 'vitest'
import type { InterfaceName, OperationName } from './operations.ts'
import type { Expectation } from './received.ts'
import type { MockSession, TestMock } from './session.ts'
import { type ServedName, startMock, type TestMockOptions } from './start-mock.ts'
import { toHaveReceived } from './to-have-received.ts'

// The type parameters of Vitest's own interfaces differ between its majors. All of them take Chai's assertions over.
declare global {
  namespace Chai {
    interface Assertion {
      /** The mock has received a request to an operation, with these values. */
      toHaveReceived(operation: OperationName | (string & {}), expected?: Expectation): void
    }
  }
}

expect.extend({ toHaveReceived })

export interface MockFixtures<Name extends string = InterfaceName> {
  /** The mock, one for each test file. */
  mock: TestMock<Name>
  /** A session for each test. */
  session: MockSession<Name>
}

/** Vitest's `test` with a mock of all bundled interfaces for the file and a session for each test. Both end by themselves. */
export const test: TestAPI<MockFixtures> = testWith({})

/**
 * The same with a mock of other interfaces, or of documents.
 *
 * @example
 * const test = testWith({ documents: ['./petstore.yaml'] })
 */
export function testWith<const Name extends string = InterfaceName, const Document extends string = never>(
  options: TestMockOptions<Name, Document>,
): TestAPI<MockFixtures<ServedName<Name, Document>>> {
  return base.extend<MockFixtures<ServedName<Name, Document>>>({
    mock: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs.
      async ({}, use) => {
        await using mock = await startMock(options)
        await use(mock)
      },
      { scope: 'file' },
    ],
    session: async ({ mock }, use) => {
      await using session = await mock.session()
      await use(session)
    },
  })
}

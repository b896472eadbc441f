import { expect } from 'expect'
import type { OperationName } from './operations.ts'
import type { Expectation } from './received.ts'
import { toHaveReceived } from './to-have-received.ts'

declare module 'expect' {
  interface AsymmetricMatchers {
    toHaveReceived(operation: OperationName | (string & {}), expected?: Expectation): void
  }
  interface Matchers<R extends void | Promise<void>, T> {
    /** The mock has received a request to an operation, with these values. */
    toHaveReceived(operation: OperationName | (string & {}), expected?: Expectation): R
  }
}

expect.extend({ toHaveReceived })

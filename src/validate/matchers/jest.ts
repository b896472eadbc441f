import { expect } from 'expect'
import { toMatchContract } from '../match-contract.ts'

declare module 'expect' {
  interface AsymmetricMatchers {
    toMatchContract(name: string, operationId: string): void
  }
  interface Matchers<R extends void | Promise<void>, T> {
    /** Passes if the interface documents the response for the operation. */
    toMatchContract(name: string, operationId: string): Promise<R>
  }
}

expect.extend({ toMatchContract })

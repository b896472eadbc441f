import { expect } from 'vitest'
import { toMatchContract } from '../match-contract.ts'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void>, T> {
    /** The response is what an interface documents for an operation. */
    toMatchContract(name: string, operationId: string): Promise<void>
  }
}

expect.extend({ toMatchContract })

import { expect } from 'vitest'
import { toMatchContract } from '../match-contract.ts'

// The type parameters of Vitest's own interfaces differ between its majors. All of them take Chai's assertions over.
declare global {
  namespace Chai {
    interface Assertion {
      /** The response is what an interface documents for an operation. */
      toMatchContract(name: string, operationId: string): Promise<void>
    }
  }
}

expect.extend({ toMatchContract })

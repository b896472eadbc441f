/**
 * Compares responses with the contracts of interfaces, in a program or a test.
 *
 * @module
 */

export { type CheckedFetchOptions, checkedFetch, UndocumentedRequest } from './checked-fetch.ts'
export { NoContractError } from './contract.ts'
export { ContractViolation } from './contract-violation.ts'
export { type Matched, NoOperationError, toMatchContract } from './match-contract.ts'
export type { Violation } from './violation.ts'

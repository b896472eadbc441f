/**
 * Compares responses with the contracts of interfaces, in a program or a test.
 *
 * @module
 */

export type { Violation } from '../contract/violation.ts'
export { NoContractError } from '../workspace/workspace.ts'
export { type CheckedFetchOptions, checkedFetch, UndocumentedRequest } from './checked-fetch.ts'
export { ContractViolation } from './contract-violation.ts'
export { type MatcherResult as Matched, NoOperationError, toMatchContract } from './match-contract.ts'

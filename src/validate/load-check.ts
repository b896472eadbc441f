import type { Contract } from '../contract/contract.ts'
import { createRequestCheck, type RequestCheck } from '../contract/request-validator.ts'
import { createResponseCheck, type ResponseCheck } from '../contract/response-validator.ts'
import { loadContract } from '../workspace/contracts.ts'

/** A contract, and the checks that compare messages with it. */
export interface LoadedCheck {
  contract: Contract
  check: ResponseCheck
  requests: RequestCheck
}

const loaded = new Map<string, LoadedCheck>()

/**
 * The checks of an interface, made on first use.
 *
 * @throws {NoContractError} when there is no interface of this name
 */
export function loadCheck(name: string): LoadedCheck {
  const known = loaded.get(name)
  if (known) return known
  const contract = loadContract(name)
  const check = createResponseCheck(contract)
  const fresh = { contract, check, requests: createRequestCheck(contract, check) }
  loaded.set(name, fresh)
  return fresh
}

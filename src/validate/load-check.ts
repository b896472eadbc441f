import type { Contract } from '../contract/contract.ts'
import { createMessageCheck, type MessageCheck } from '../contract/message-check.ts'
import { loadContract } from '../workspace/contracts.ts'

/** A contract, and the check that compares messages with it. */
export interface LoadedCheck {
  contract: Contract
  check: MessageCheck
}

const loaded = new Map<string, LoadedCheck>()

/**
 * The check of an interface, made on first use.
 *
 * @throws {NoContractError} when there is no interface of this name
 */
export function loadCheck(name: string): LoadedCheck {
  const known = loaded.get(name)
  if (known) return known
  const contract = loadContract(name)
  const fresh = { contract, check: createMessageCheck(contract) }
  loaded.set(name, fresh)
  return fresh
}

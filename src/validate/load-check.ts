import type { Contract } from '../contract/contract.ts'
import { createMessageCheck, type MessageCheck } from '../contract/message-check.ts'

/** A contract, and the check that compares messages with it. */
export interface LoadedCheck {
  contract: Contract
  check: MessageCheck
}

const loaded = new WeakMap<Contract, LoadedCheck>()

/** The check of a contract, made on first use. */
export function loadCheck(contract: Contract): LoadedCheck {
  const known = loaded.get(contract) ?? { contract, check: createMessageCheck(contract) }
  loaded.set(contract, known)
  return known
}

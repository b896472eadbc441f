import { type Contract, loadContract } from '../contract/contract.ts'
import { createResponseCheck, type ResponseCheck } from '../contract/response-validator.ts'

/** A contract, and what compares responses with it. */
export interface LoadedCheck {
  contract: Contract
  check: ResponseCheck
  /** Paths of its servers, with some value for a variable. */
  mounts: readonly string[]
}

const loaded = new Map<string, LoadedCheck>()

/**
 * The check of an interface, made when it is first asked for.
 *
 * @throws {NoContractError} when there is no interface of this name
 */
export function loadCheck(name: string): LoadedCheck {
  const known = loaded.get(name)
  if (known) return known
  const contract = loadContract(name)
  const check = { contract, check: createResponseCheck(contract), mounts: mountsOf(contract) }
  loaded.set(name, check)
  return check
}

function mountsOf({ operations }: Contract): string[] {
  const mounts = [...operations.values()].map(({ template, path }) => template.slice(0, -path.length))
  return [...new Set(mounts)].filter((mount) => mount !== '').map((mount) => mount.replaceAll(/\{[^}]+\}/g, '-'))
}

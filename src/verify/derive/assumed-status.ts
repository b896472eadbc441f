import type { ContractOperation } from '../../contract/contract.ts'
import { type DocumentNode, nodeAt } from '../../contract/json-pointer.ts'
import { rulesOf } from '../../contract/provenance.ts'
import { findResponse } from '../../contract/response-validator.ts'

/** What of the catalogue leaves a status open that the contract only assumes; undefined for one that is documented. */
export function findAssumedStatus(
  document: DocumentNode,
  operation: ContractOperation,
  status: number,
): string | undefined {
  const response = nodeAt(document, findResponse(operation, status) ?? '/none')
  const assumption = response?.['x-assumption']
  if (typeof assumption !== 'string' || rulesOf(response).length > 0) return undefined
  const gaps = response?.['x-gaps']
  return Array.isArray(gaps) ? String(gaps[0]) : assumption
}

/** Whether two statuses say the same as far as it matters to a caller that reads the class alone. */
export function isSameClass(one: number, other: number): boolean {
  return Math.floor(one / 100) === Math.floor(other / 100)
}

import { type DocumentNode, nodeAt } from '../../contract/json-pointer.ts'
import { findResponse, type Operation } from '../../contract/operation.ts'
import { gapsOf, rulesOf } from '../../contract/provenance.ts'

/** The gap behind a status that the contract assumes; undefined for a documented status. */
export function findAssumedStatus(document: DocumentNode, operation: Operation, status: number): string | undefined {
  const response = nodeAt(document, findResponse(operation, status) ?? '/none')
  const assumption = response?.['x-assumption']
  if (typeof assumption !== 'string' || rulesOf(response).length > 0) return undefined
  return gapsOf(response)[0] ?? assumption
}

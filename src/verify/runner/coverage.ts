import type { InterfaceChecks } from '../../check/check.ts'
import type { Contract } from '../../contract/contract.ts'
import { mediaTypeOf } from '../../contract/media-type.ts'
import { findResponse, mediaTypesAt, type Operation } from '../../contract/operation.ts'
import type { Exchange } from '../context/check-target.ts'

/** The parts of a document that occurred in the exchanges of a run. */
export interface Coverage {
  /** All parts: `getOrder`, `listOrders query from`, `getOrder 404`, `getOrder 200 application/json`, `scope read`. */
  all: string[]
  met: ReadonlySet<string>
}

/** Operations, parameters, statuses, media types and scopes of a document, and which of them occurred. */
export function coverageOf(
  contract: Contract,
  { roles }: Pick<InterfaceChecks<Record<string, unknown>>, 'roles'>,
  exchanges: readonly Exchange[],
): Coverage {
  const operations = [...contract.operations.values()]
  const scopes = new Set(operations.flatMap((operation) => operation.scopes))
  const all = [...operations.flatMap((operation) => partsOf(contract, operation)), ...[...scopes].map(scopePart)]
  return { all, met: new Set(exchanges.flatMap((exchange) => metBy(contract, roles, exchange))) }
}

const scopePart = (scope: string) => `scope ${scope}`

function partsOf(contract: Contract, operation: Operation): string[] {
  const { id, parameters, requestBody, responses } = operation
  return [
    id,
    ...parameters.map(({ in: place, name }) => `${id} ${place} ${name}`),
    ...[...requestBody.keys()].map((mediaType) => `${id} body ${mediaType}`),
    ...[...responses].flatMap(([status, pointer]) => [
      `${id} ${status}`,
      ...[...mediaTypesAt(contract.document, pointer).keys()].map((mediaType) => `${id} ${status} ${mediaType}`),
    ]),
  ]
}

function metBy(
  contract: Contract,
  roles: InterfaceChecks<Record<string, unknown>>['roles'],
  exchange: Exchange,
): string[] {
  const { operation: id, status, headers = {}, request, parameters, role } = exchange
  const operation = id === undefined ? undefined : contract.operations.get(id)
  if (!operation || status === undefined) return []
  const pointer = findResponse(operation, status)
  const documented = [...operation.responses].find(([, response]) => response === pointer)?.[0]
  const succeeded = status < 400
  return [
    operation.id,
    ...parameters.map((parameter) => `${operation.id} ${parameter}`),
    ...(request.body === undefined ? [] : [`${operation.id} body ${mediaTypeOf(request.headers)}`]),
    ...(documented === undefined
      ? []
      : [`${operation.id} ${documented}`, `${operation.id} ${documented} ${mediaTypeOf(headers)}`]),
    ...(succeeded && role !== null
      ? (roles[role]?.scopes ?? []).filter((scope) => operation.scopes.includes(scope)).map(scopePart)
      : []),
  ]
}

/**
 * Parts that did not occur and have no reason, and reasons for parts that occurred or do not exist.
 *
 * @param reasons by part: why it occurs in no check
 */
export function findHoles({ all, met }: Coverage, reasons: Readonly<Record<string, string>> = {}): string[] {
  const unmet = all.filter((part) => !met.has(part) && reasons[part] === undefined)
  const stale = Object.keys(reasons).filter((part) => met.has(part) || !all.includes(part))
  return [
    ...unmet,
    ...stale.map(
      (part) => `${part} (has a reason not to be met, and ${met.has(part) ? 'is met' : 'is not in the document'})`,
    ),
  ]
}

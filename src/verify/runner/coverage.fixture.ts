import type { InterfaceChecks } from '../../check/check.ts'
import type { Contract } from '../../contract/contract.ts'
import { mediaTypeOf } from '../../contract/media-type.ts'
import { findResponse, mediaTypesAt, type Operation } from '../../contract/operation.ts'
import type { Exchange } from '../context/check-target.ts'

/**
 * Parts of a document that did not occur in the exchanges of a run and have no reason in `uncovered`, and reasons for parts that occurred or
 * do not exist. Parts are operations, parameters, statuses, media types and scopes: `getOrder`, `listOrders query from`, `getOrder 404`,
 * `getOrder 200 application/json`, `scope read`.
 */
export function findHoles(
  contract: Contract,
  { roles, uncovered = {} }: Pick<InterfaceChecks<Record<string, unknown>>, 'roles' | 'uncovered'>,
  exchanges: readonly Exchange[],
): string[] {
  const operations = [...contract.operations.values()]
  const scopes = new Set(operations.flatMap(scopesOf))
  const all = [...operations.flatMap((operation) => partsOf(contract, operation)), ...[...scopes].map(scopePart)]
  const met = new Set(exchanges.flatMap((exchange) => metBy(contract, roles, exchange)))
  const unmet = all.filter((part) => !met.has(part) && uncovered[part] === undefined)
  const stale = Object.keys(uncovered).filter((part) => met.has(part) || !all.includes(part))
  return [
    ...unmet,
    ...stale.map(
      (part) => `${part} (has a reason not to be met, and ${met.has(part) ? 'is met' : 'is not in the document'})`,
    ),
  ]
}

/** Names of the scopes that any of its security requirements lists. */
function scopesOf({ document, node: { security = document.security } }: Operation): string[] {
  return [security ?? []].flat().flatMap((requirement) => Object.values<string>(Object(requirement)).flat())
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
  const { operation: id, status, headers = {}, request, parameters, role, undoes } = exchange
  const operation = id === undefined ? undefined : contract.operations.get(id)
  if (!operation || status === undefined || undoes) return []
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
      ? (roles[role]?.scopes ?? []).filter((scope) => scopesOf(operation).includes(scope)).map(scopePart)
      : []),
  ]
}

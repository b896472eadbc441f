import { isObject } from '../contract/json-pointer.ts'
import type { Operation } from '../contract/operation.ts'
import { isDocumented } from '../contract/violation.ts'
import { describeViolations, titleOf } from './contract-violation.ts'
import { findOrOpen, type LoadedCheck, loadCheck } from './load-check.ts'
import { checkFetched } from './watch-message.ts'

/** The result of a matcher of Vitest or Jest. */
export interface MatcherResult {
  pass: boolean
  message: () => string
}

/** There is no operation of this name in a contract. */
export class NoOperationError extends Error {
  override readonly name = 'NoOperationError'
}

/**
 * Compares a response with the contract of an operation, and leaves it unread. Differences from assumptions do not count. Of
 * streams and of bodies over 10 MB, only status, headers and media type are compared.
 *
 * @param received a `Response`, whose body nobody has read
 * @param name of an interface, bundled or of the workspace of the working directory, or the path of a document: `./petstore.yaml`
 * @param operationId of the document: `getOrder`
 * @throws {NoContractError} when there is no such interface
 * @throws {NoOperationError} when it has no such operation
 * @throws {TypeError} for a value that is not a `Response`, and for a response that has been read
 */
export async function toMatchContract(received: unknown, name: string, operationId: string): Promise<MatcherResult> {
  const loaded = loadCheck((await findOrOpen(name)).contract)
  const { contract, check } = loaded
  const operation = findOperation(loaded, operationId)
  const response = unreadResponse(received)
  const checked = await checkFetched(response, { check, operation, method: operation.method.toUpperCase() })
  const violations = checked.violations.filter(isDocumented)
  const what = `${titleOf(operation)} answered ${response.status}`
  const documented = `${operation.id} of ${contract.name} documents`
  return {
    pass: violations.length === 0,
    message: () =>
      violations.length === 0
        ? `${what}, as ${documented}, and should not have`
        : describeViolations(`${what}, not as ${documented}:`, violations, contract),
  }
}

function findOperation({ contract }: LoadedCheck, operationId: string): Operation {
  const operation = contract.operations.get(operationId)
  if (operation) return operation
  const known = [...contract.operations.keys()].join(', ')
  throw new NoOperationError(`${contract.name} has no operation '${operationId}'; it has ${known}`)
}

function unreadResponse(received: unknown): Response {
  if (!isResponse(received)) {
    throw new TypeError(`toMatchContract takes a Response, and got ${received === null ? 'null' : typeof received}`)
  }
  if (!received.bodyUsed) return received
  throw new TypeError('The body of this response has been read: match it before, or give a clone() made before.')
}

/** Does not test the class: test environments and clients have their own response classes. */
function isResponse(value: unknown): value is Response {
  return (
    isObject(value) && typeof value.status === 'number' && typeof value.clone === 'function' && isObject(value.headers)
  )
}

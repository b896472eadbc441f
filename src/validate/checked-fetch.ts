import { isDocumented, type Violation } from '../contract/violation.ts'
import type { WorkspaceInterface } from '../workspace/workspace.ts'
import { ContractViolation } from './contract-violation.ts'
import { findOrOpen } from './load-check.ts'
import { createLocator, type LocatedOperation, mockBaseUrls } from './locate.ts'
import type { MessageWatch } from './watch-body.ts'
import { checkFetched, isStream } from './watch-message.ts'

export interface CheckedFetchOptions {
  /** Where the interface is served; default: the address of the mock, and the servers of the document. Requests to other addresses are passed on unchecked. */
  baseUrl?: string | URL
  /** Called with a response that breaks the contract, or a request that it does not document; without it they are thrown. */
  onViolation?: (violation: ContractViolation | UndocumentedRequest) => void
  /** Called with a response that differs from an assumption; differences are never thrown. */
  onDifference?: (difference: ContractViolation) => void
}

/**
 * Makes a `fetch` that compares each response with the contract of an interface, and returns the response unchanged and unread.
 * For several interfaces, give the result of one call as `fetch` to the next.
 *
 * JSON, XML, forms and texts of a known length, up to 10 MB, are read before the caller gets the response. A stream of items is compared
 * item by item as the caller reads it. With any other body, only status, headers and media type are compared.
 *
 * @param name an interface, bundled or of the workspace of the working directory, or the path of a document: `./petstore.yaml`
 * @throws {NoContractError} when there is no such interface
 * @example
 * const fetch = checkedFetch('orders', { baseUrl: 'https://shop.example/api' })
 * const order = await (await fetch('https://shop.example/api/orders/7f')).json()
 */
export function checkedFetch(
  name: string,
  options: CheckedFetchOptions = {},
  fetch: typeof globalThis.fetch = globalThis.fetch,
): typeof globalThis.fetch {
  const { baseUrl } = options
  const locatorOf = (one: WorkspaceInterface) =>
    baseUrl === undefined
      ? createLocator(mockBaseUrls([one]), [one])
      : createLocator([{ interface: one, url: new URL(baseUrl) }])
  const found = findOrOpen(name)
  const opening = found instanceof Promise ? found.then(locatorOf) : locatorOf(found)
  // The caller learns of a failure with the first request.
  if (opening instanceof Promise) opening.catch(() => {})

  return async (input, init) => {
    const locator = await opening
    const response = await fetch(input, init)
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase()
    const url = new URL(input instanceof Request ? input.url : input)
    const located = locator.locate(method, url)
    if (located.kind === 'elsewhere') return response
    if (located.kind === 'not-in-contract') {
      violated(new UndocumentedRequest(name, `${method} ${url.pathname}`, located.reason), options)
      return response
    }
    const tell = (violations: readonly Violation[]) => report(violations, { located, status: response.status, options })
    const { violations, watch } = await checkFetched(response, { ...located, method })
    tell(violations)
    return isStream(watch) ? watched(response, watch, tell) : response
  }
}

/** A request that the contract of its interface does not document. */
export class UndocumentedRequest extends Error {
  override readonly name = 'UndocumentedRequest'

  constructor(contract: string, request: string, reason: string) {
    super(`${request} is not an operation of ${contract}: ${reason}`)
  }
}

function report(
  violations: readonly Violation[],
  { located, status, options }: { located: LocatedOperation; status: number; options: CheckedFetchOptions },
): void {
  const [documented, assumed] = [violations.filter(isDocumented), violations.filter((one) => !isDocumented(one))]
  const { contract, operation } = located
  if (assumed.length > 0) options.onDifference?.(new ContractViolation({ contract, operation, status }, assumed))
  if (documented.length === 0) return
  violated(new ContractViolation({ contract, operation, status }, documented), options)
}

function violated(violation: ContractViolation | UndocumentedRequest, { onViolation }: CheckedFetchOptions): void {
  if (!onViolation) throw violation
  onViolation(violation)
}

/** The same response, with a body that is compared as it is read. */
function watched(response: Response, watch: MessageWatch, tell: (violations: readonly Violation[]) => void): Response {
  const { body, status, statusText, headers, url, redirected } = response
  let reported = watch.headViolations.length
  const tellNew = ({ violations }: { violations: readonly Violation[] }) => {
    const fresh = violations.slice(reported)
    reported = violations.length
    tell(fresh)
  }
  const stream = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk)
        watch.write(chunk)
        tellNew({ violations: watch.violations() })
      },
      async flush() {
        tellNew(await watch.end(true))
      },
    }),
  )
  const copy = new Response(stream ?? null, { status, statusText, headers })
  return Object.defineProperties(copy, { url: { value: url }, redirected: { value: redirected } })
}

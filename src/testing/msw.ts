/**
 * Request handlers for Mock Service Worker that answer as the mock does, without a port.
 *
 * @module
 */

import { HttpResponse, http, type RequestHandler } from 'msw'
import { createMock, documentedOrigin } from './create-mock.ts'
import type { InterfaceName } from './operations.ts'
import type { MockSession } from './session.ts'

export { createMock } from './create-mock.ts'

export interface HandlerOptions<Name extends string = InterfaceName> {
  /** Paths of OpenAPI documents, one of which has the name of the interface: `./petstore.yaml` is `petstore`. */
  documents?: readonly string[]
  /** A mock that `createMock` made, or a session of one; a mock of this interface alone when absent. */
  session?: Pick<MockSession<Name>, 'fetch'>
  /**
   * Start of the addresses of the interface: `https://orders.example` if an app calls `https://orders.example/api/orders`. Default: the
   * address of the mock in the documents.
   */
  at?: string
}

/**
 * Handlers of one interface: every method, `LIST` too, and every path below `at`. Give them to `setupServer` or `use`.
 *
 * @param name of the interface, such as `orders`, or one of the workspace or of `documents`
 */
export function handlers<Name extends string>(name: Name, options: HandlerOptions<Name> = {}): RequestHandler[] {
  const { at = `${documentedOrigin}/${name}`, documents } = options
  const base = at.replace(/\/+$/, '')
  let made: Promise<Pick<MockSession, 'fetch'>> | undefined
  const open = () => {
    made ??= options.session
      ? Promise.resolve(options.session)
      : createMock(documents ? { documents } : { interfaces: [name] })
    return made
  }
  return [
    http.all(`${base}/*`, async ({ request }) => {
      const session = await open()
      const rest = request.url.slice(request.url.indexOf('/', request.url.indexOf('//') + 2))
      const target = rest.slice(new URL(base).pathname.replace(/\/$/, '').length)
      try {
        return await session.fetch(`${documentedOrigin}/${name}${target}`, request)
      } catch (error) {
        if (request.signal.aborted) throw error
        return HttpResponse.error()
      }
    }),
  ]
}

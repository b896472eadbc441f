import { Agent, type ClientRequest } from 'node:http'

/**
 * An agent for clients of a product whose headers have other names: gives those of its requests the names that the
 * documents have. Not a proxy, since a server of Node takes no request of the verb `LIST`.
 */
export class RenamingAgent extends Agent {
  readonly #names: Readonly<Record<string, string>>

  /** @param names new names by the ones to replace, in lower case */
  constructor(names: Readonly<Record<string, string>>) {
    super()
    this.#names = names
  }

  /** Called by `http.request` before anything is sent; agents of many packages stand on it, though it is not documented. */
  addRequest(request: ClientRequest, ...rest: unknown[]): void {
    for (const [old, name] of Object.entries(this.#names)) {
      const value = request.getHeader(old)
      if (value === undefined) continue
      request.removeHeader(old)
      request.setHeader(name, value)
    }
    addRequest.call(this, request, ...rest)
  }
}

const { addRequest } = Agent.prototype as Agent & { addRequest(request: ClientRequest, ...rest: unknown[]): void }

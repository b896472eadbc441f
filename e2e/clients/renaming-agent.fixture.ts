import { Agent, type ClientRequest } from 'node:http'

/**
 * An agent for clients of a product whose headers have other names: renames the headers of requests to the names in the documents. It is
 * not a proxy, because a Node server does not accept requests with the verb `LIST`.
 */
export class RenamingAgent extends Agent {
  readonly #names: Readonly<Record<string, string>>

  /** @param names new names by old names, in lower case */
  constructor(names: Readonly<Record<string, string>>) {
    super()
    this.#names = names
  }

  /** `http.request` calls this method before it sends anything. The method is not documented, but agents of many packages rely on it. */
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

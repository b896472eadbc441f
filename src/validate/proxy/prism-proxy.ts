import type { IncomingMessage } from 'node:http'
import { createInstance, type IHttpRequest, type IHttpResponse } from '@stoplight/prism-http'
import type { IHttpOperation } from '@stoplight/types'
import * as E from 'fp-ts/lib/Either.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { silentLogger } from '../../mock/prism/silent-logger.ts'
import { loadRuntime } from '../../workspace/interfaces.ts'
import type { LocatedRequest } from '../locate.ts'
import type { MessageWatch } from '../watch-body.ts'
import { watchResponse } from '../watch-response.ts'
import { flatHeaders } from './judge-exchange.ts'
import type { Outgoing, Upstream } from './upstream.ts'

/** A request, in the form in which Prism carries it. */
interface ProxiedRequest extends IHttpRequest {
  outgoing: Outgoing
  located: LocatedRequest
}

/** An answer: its head for Prism, the message with its body for the client. */
interface ProxiedResponse extends IHttpResponse {
  message: IncomingMessage
  request: ProxiedRequest
  /** Undefined when no contract documents the request. */
  watch?: MessageWatch
}

/** Sends a request on, and returns its answer and the object that watches it. */
export type PrismProxy = (
  outgoing: Outgoing,
  located: LocatedRequest,
) => Promise<{ message: IncomingMessage; watch: MessageWatch | undefined }>

/**
 * Prism's proxy, with another router, forwarder and validator: Prism's own parts read bodies whole, follow redirections and
 * answer a 501 from the examples (see docs/decisions/0007-validate.md). The proxy also forwards requests that it cannot
 * route.
 */
export function createPrismProxy(name: string, upstream: Upstream, maxViolations?: number): PrismProxy {
  const operations = new Map(loadRuntime(name).operations.map(({ id, http }) => [id, http]))
  const config = {
    isProxy: true,
    upstream: upstream.url,
    upstreamProxy: undefined,
    checkSecurity: false,
    validateRequest: false,
    validateResponse: true,
    errors: false,
    mock: { dynamic: false },
  } as const
  const prism = createInstance(config, {
    logger: silentLogger,

    route: ({ input }) => {
      const http = operationOf(ours(input).located, operations)
      return http ? E.right(http) : E.left(new Error('the contract documents no such request'))
    },

    forward:
      ({ data }) =>
      () =>
        TE.tryCatch(
          () => forward(ours(data), upstream),
          (error) => error as Error,
        ),

    validateOutput: ({ element }) => {
      const response = theirs(element)
      const { outgoing, located } = response.request
      if (located.kind !== 'operation') return E.right(element)
      const head = { status: response.statusCode, headers: flatHeaders(response.message) }
      response.watch = watchResponse({ ...located, method: outgoing.method, head, maxViolations })
      return E.right(element)
    },
  })

  return async (outgoing, located) => {
    const request: ProxiedRequest = { method: 'get', url: { path: outgoing.pathAndQuery }, outgoing, located }
    const result = await prism.request(request, [])()
    if (result._tag === 'Left') throw result.left
    const { message, watch } = theirs(result.right.output)
    return { message, watch }
  }
}

function operationOf(
  located: LocatedRequest,
  operations: ReadonlyMap<string, IHttpOperation>,
): IHttpOperation | undefined {
  return located.kind === 'operation' ? operations.get(located.operation.id) : undefined
}

async function forward(request: ProxiedRequest, upstream: Upstream): Promise<ProxiedResponse> {
  const message = await upstream.send(request.outgoing)
  return { statusCode: message.statusCode ?? 0, message, request }
}

/** Prism gives its components the same objects that it got, under its own types. */
function ours(request: IHttpRequest): ProxiedRequest {
  return request as ProxiedRequest
}

function theirs(response: IHttpResponse): ProxiedResponse {
  return response as ProxiedResponse
}

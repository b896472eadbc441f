import type { Answer } from '../behaviour/definition.ts'

/** The other end of a connection. */
export interface Peer {
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal
}

/** A request as it came off a socket. */
export interface WireRequest {
  method: string
  /** Request target: `/orders/api/orders?limit=1`. */
  target: string
  headers: Record<string, string>
  body: Buffer | null
  /** The body is larger than the mock takes, and has not been read. */
  oversize?: boolean
  peer: Peer
}

/** An answer on its way to a socket. */
export interface WireAnswer extends Answer {
  /** How much of it the caller is to get; all of it when absent. */
  delivery?: HandledRequest['delivery']
  /** Must be called once it has been written, or cannot be any more. */
  release?(): void
}

/** A request to one interface, off the wire. */
export interface MockRequest {
  /** Upper case: `GET`, `LIST`. */
  method: string
  /** Path under the interface's name, percent-encoded as it came: `/api/orders/1`. */
  path: string
  /** Query string without `?`. */
  query: string
  /** Names in lower case. */
  headers: Record<string, string>
  /** Null when the request has no body: an empty one is a body too. */
  body: Buffer | null
  /** The body is larger than the mock takes, and has not been read. */
  oversize?: boolean
  peer: Peer
}

/** An answer, and what the journal keeps beside it. */
export interface HandledRequest {
  answer: Answer
  /** How much of the answer the caller is to get: what is not whole is an injected fault. */
  delivery: 'whole' | 'truncated' | 'dropped'
  /** `operationId`, where the request led to one. */
  operation: string | undefined
  /** The path and the query, in words of the document alone. */
  describe(): { path: string; query: string[] }
  /** Rules that decided, where a behaviour named them. */
  rules: string[]
  /** Injected faults that struck. */
  faults: string[]
  /** Why the request was refused, without anything that it held. */
  reason: string | undefined
}

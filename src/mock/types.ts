import type { Answer, IncomingRequest } from '../behaviour/definition.ts'
import type { Change } from './storage/transaction.ts'

/** A request on its way to an interface. */
export interface MockRequest extends IncomingRequest {
  body: Buffer | null
  /** True when the body is larger than the mock accepts, and has not been read. */
  oversize?: boolean
  /** The part before the path: the interface's name, `/orders`; absent on the interface's own port. */
  base?: string
  peer: Peer
}

/** The other end of a connection. */
export interface Peer {
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal
}

/** An answer on its way to a socket. */
export interface MockAnswer extends Answer {
  /** How much of the answer the caller gets: all of it, unless a fault was injected. */
  delivery?: 'whole' | 'truncated' | 'dropped'
  /** Must be called once the answer has been written, or cannot be written any more. */
  release?(): void
}

/** An answer of an interface, with what its journal keeps. */
export interface FinishedAnswer extends MockAnswer {
  handled: HandledRequest
}

/** The facts about a request that the journal keeps. */
export interface HandledRequest {
  /** `operationId`, when the request led to an operation. */
  operation: string | undefined
  /** The path and the query, in words of the document only. */
  describe(): { path: string; query: string[] }
  /** Rules that decided, when a behaviour named them. */
  rules: readonly string[]
  /** Ids of the injected faults that were applied. */
  faults: string[]
  /** Why the request was refused, or which assumption decided. Holds no value of the request. */
  reason: string | undefined
  /** Sentences about undocumented parts of the request, without their names. */
  warnings: readonly string[]
  /** The changes of the request, while somebody follows the journal with its changes. */
  changes?: readonly Change[]
  /** True when the entry was added to the journal together with the changes. */
  isInJournal?: boolean
}

import type { IHttpRequest } from '@stoplight/prism-http'
import type { BehaviourContext } from '../interfaces/behaviour.ts'
import type { Problem, Violation } from '../interfaces/problem.ts'
import type { RuntimeOperation } from '../interfaces/runtime.ts'
import type { Answer } from '../interfaces/slice.ts'
import type { Values } from './parameters.ts'
import type { SentQuery } from './sent-pairs.ts'

/** The other end of a connection. */
export interface Peer {
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal
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

/** What goes through Prism: its own request, and beside it what has been found out about it so far. */
export interface PrismRequest extends IHttpRequest {
  operation: RuntimeOperation
  /** `sent` is what its `query` is made of. */
  url: IHttpRequest['url'] & { readonly sent: SentQuery }
  /** Upper case, as it came; Prism's own `method` is that of the operation. */
  verb: string
  headers: Record<string, string>
  parameters: { path: Values; query: Values; header: Values }
  /** Values of the variables in the address of the document's first server. */
  server: Record<string, string>
  violations: Violation[]
  /** The body as a behaviour reads it: a form as its fields. */
  parsedBody: unknown
  /** The interface decides on credentials itself, so that Prism need not look for them. */
  admitted: boolean
  /** What the interface has answered instead of letting the request in. */
  refusal: Problem | Answer | undefined
  context: BehaviourContext<object>
  /** Hears the problem that the answer is going to tell. */
  onRefusal: (problem: Problem) => void
  /** What it was made of. */
  source: MockRequest
}

/** An answer, and what the journal keeps beside it. */
export interface Handled {
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

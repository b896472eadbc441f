import type { Clock } from './clock.ts'
import type { Refusal } from './refusal.ts'
import type { Store } from './store.ts'

/** A request as a behaviour sees it: routed, admitted, validated, its parameters converted to the types of the document. */
export interface BehaviourRequest<Op> {
  path: Part<Op, 'path'>
  query: Part<Op, 'query'>
  header: Part<Op, 'header'>
  /** Values of the server's variables, where its address has any: `{ member: 'm1' }`. */
  server: Readonly<Record<string, string>>
  /** Parsed body; undefined when the request has none. */
  body: Body<Op>
  /** Upper case, as it came: `PUT`, `LIST`. */
  method: string
  /** All request headers, names in lower case, as they came. */
  headers: Readonly<Record<string, string>>
}

type Part<Op, In extends string> = Op extends { parameters: infer P }
  ? In extends keyof P
    ? NonNullable<P[In]>
    : Record<string, never>
  : Record<string, never>

type Body<Op> = Op extends { requestBody: { content: infer Content } }
  ? Content[keyof Content]
  : Op extends { requestBody?: { content: infer Content } }
    ? Content[keyof Content] | undefined
    : undefined

/** A body that is sent as it is made: bytes, or an endless stream that ends when the caller goes (`context.signal`). */
export type RawBody = Uint8Array | AsyncIterable<Uint8Array>

/** An answer of one of the operation's documented statuses, with a body that the document gives it. */
export type BehaviourResponse<Op> = Op extends { responses: infer Responses }
  ? { [Status in keyof Responses]: AnswerOf<Status, Responses[Status]> }[keyof Responses]
  : never

type AnswerOf<Status, Response> = {
  status: Status
  headers?: Record<string, string>
} & (Response extends { content: infer Content }
  ? { [Media in keyof Content]: { mediaType?: Media; body: Content[Media] | RawBody } }[keyof Content]
  : { body?: undefined })

/** What a behaviour gets besides the request. */
export interface BehaviourContext<Conditions = object, Caller = unknown> {
  /** Records of the interface. Changes are stored when the request is answered, and dropped when it is refused. */
  store: Store
  /** The same records, but each change is stored at once. For counters that must count refused requests too. */
  immediate: Store
  clock: Clock
  /** The conditions of the server as the control plane has set them. */
  conditions: Readonly<Conditions>
  /** Who calls, as the definition's own `admit` found it. */
  caller: Caller
  /** Aborted when the caller has gone. */
  signal: AbortSignal
  /** Notes in the journal which rules decided the answer. */
  cite(...rules: string[]): void
  /** Notes a gap that leaves this answer open: in the journal with the reason, and in `X-Mock-Assumptions`. */
  assume(gap: string, reason: string): void
}

/**
 * The code of one operation beyond its schema. A returned `Refusal` becomes an answer in the interface's own error shape. The answer is
 * validated like any other; an answer that breaks the contract becomes a 500.
 */
export type Behaviour<Op, Conditions = object, Caller = unknown> = (
  request: BehaviourRequest<Op>,
  context: BehaviourContext<Conditions, Caller>,
) => Promise<BehaviourResponse<Op> | Refusal>

export type Behaviours<Operations, Conditions = object, Caller = unknown> = {
  [Id in keyof Operations]?: Behaviour<Operations[Id], Conditions, Caller>
}

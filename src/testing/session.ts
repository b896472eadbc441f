import type { components } from '../../generated/mock-control/types.ts'
import type { InterfaceName, OperationName } from './operations.ts'
import type { Received } from './received.ts'

/** One request as the mock's journal has it: in the words of the document, without anything that the caller sent. */
export type JournalEntry = components['schemas']['JournalEntry']

/** What to put into a session: records by kind and key, and conditions by name, of each interface. */
export type Seed<Name extends InterfaceName = InterfaceName> = {
  [Each in Name]?: {
    records?: Record<string, Record<string, unknown>>
    conditions?: Record<string, unknown>
  }
}

/** What happens to a request: a status from 400 to 599, a delay in milliseconds of the session's clock, or a connection that ends. */
export type FaultKind =
  | { status: number; latency?: never; drop?: never; truncate?: never }
  | { latency: number; status?: never; drop?: never; truncate?: never }
  | { drop: true; status?: never; latency?: never; truncate?: never }
  | { truncate: true; status?: never; latency?: never; drop?: never }

/** A fault, and whom it strikes. */
export type Fault<Name extends InterfaceName = InterfaceName> = FaultKind & {
  /** How many requests meet it; all from now on when absent. */
  times?: number
  /** How likely each request is to meet it, 1 unless told otherwise. */
  probability?: number
  /** Decides which requests meet it, where the probability is below 1: the same seed, the same ones. */
  seed?: number
  /** Needed only where two interfaces of the mock have an operation of this name. */
  interface?: Name
}

/** The time of a session. */
export interface SessionClock {
  now(): Promise<Date>
  /** Moves on by so many seconds, fractions allowed. What waits for a moment that is past then goes on at once. */
  advance(seconds: number): Promise<Date>
  /** Goes on from this moment. */
  set(moment: Date | string): Promise<Date>
}

/** The records of one kind in a session. */
export interface Records {
  /** All of them, by key. */
  list(): Promise<Record<string, unknown>>
  /** Undefined when there is none. */
  get(key: string): Promise<unknown>
  put(key: string, record: unknown): Promise<void>
  /** True when there was one. */
  delete(key: string): Promise<boolean>
}

/**
 * A world of its own in the mock: records, conditions, time, faults and journal that no other session sees. What the mock does
 * not have (an unknown condition, a record that its schema refuses) rejects with a `ControlRefusedError` that says what would
 * have been right.
 */
export interface MockSession<Name extends InterfaceName = InterfaceName> {
  readonly name: string
  /** What a request must carry to belong to this session. */
  readonly headers: Readonly<Record<string, string>>
  readonly clock: SessionClock
  /** Sends a request as one of this session; a property of its own, so that it can be handed to a client. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** What operations of this session have received, for `toHaveReceived`. */
  readonly received: Received
  /** Lets requests to an operation meet a fault, before they have an effect. */
  fail(operation: OperationName<Name>, fault: Fault<Name>): Promise<void>
  /** Takes all faults away. */
  heal(): Promise<void>
  /** The last 200 requests, oldest first. */
  requests(): Promise<JournalEntry[]>
  /** @param kind such as `orders`; the mock's list of interfaces names them */
  records(name: Name, kind: string): Records
  /** The switches of a server with their present values. */
  conditions(name: Name): Promise<Record<string, unknown>>
  /** Sets the conditions that are named and leaves the others; nothing is set unless all of them are valid. */
  setConditions(name: Name, values: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Lets something happen to the server: a member stops, a download is made. */
  run(name: Name, action: string, input?: Record<string, unknown>): Promise<unknown>
  /** Makes it as it was at first: seeded, without faults, with an empty journal, in real time. */
  reset(): Promise<void>
  /** Drops it with all that is in it. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

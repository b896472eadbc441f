import type { components } from '../../generated/mock-control/types.ts'
import type { SeededCredential } from '../behaviour/definition.ts'
import type { InterfaceName, OperationName } from './operations.ts'
import type { Received } from './received.ts'

/** One request in the mock's journal: in the words of the document, without any value that the caller sent. */
export type JournalEntry = components['schemas']['JournalEntry']

/** Initial state of a session: for each interface, records by kind and key, and conditions by name. */
export type Seed<Name extends string = InterfaceName> = {
  [Each in Name]?: components['schemas']['Seed']['interfaces'][string]
}

/** The effect on a request: a status from 400 to 599, a delay in milliseconds of the session's clock, or a connection that ends. */
export type FaultKind =
  | { status: number; latency?: never; drop?: never; truncate?: never }
  | { latency: number; status?: never; drop?: never; truncate?: never }
  | { drop: true; status?: never; latency?: never; truncate?: never }
  | { truncate: true; status?: never; latency?: never; drop?: never }

/** A fault, and the requests that meet it. */
export type Fault<Name extends string = InterfaceName> = FaultKind & {
  /** Number of requests that meet the fault; when absent, all from now on. */
  times?: number
  /** Probability that a request meets the fault; default 1. */
  probability?: number
  /** Decides which requests meet the fault if the probability is below 1: the same seed selects the same requests. */
  seed?: number
  /** Needed only if two interfaces of the mock have an operation of this name. */
  interface?: Name
}

/** The time of a session. */
export interface SessionClock {
  now(): Promise<Date>
  /**
   * Moves the time on by a number of seconds, which may be a fraction. Everything that waits for a moment in that span continues
   * at once.
   */
  advance(seconds: number): Promise<Date>
  /** Sets the time. The clock runs on from there. */
  set(moment: Date | string): Promise<Date>
}

/** The records of one kind in a session. */
export interface Records {
  /** All of them, by key. */
  list(): Promise<Record<string, unknown>>
  /** Undefined when there is none. */
  get(key: string): Promise<unknown>
  put(key: string, record: unknown): Promise<void>
  /** True if the record existed. */
  delete(key: string): Promise<boolean>
}

/**
 * A session of the mock: records, conditions, time, faults and journal that no other session sees. An unknown name (of a condition, for
 * example) or a record that its schema refuses rejects with a `ControlRefusedError` that says which names or values are valid.
 */
export interface MockSession<Name extends string = InterfaceName> {
  readonly name: string
  /** The headers that put a request into this session. */
  readonly headers: Readonly<Record<string, string>>
  readonly clock: SessionClock
  /** Sends a request in this session. It does not need `this`, so it can be passed to a client. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** The requests that operations of this session received, for `toHaveReceived`. */
  readonly received: Received
  /** Adds a fault. Requests to the operation meet it before they have an effect. */
  fail(operation: OperationName<Name>, fault: Fault<Name>): Promise<void>
  /** Removes all faults. */
  heal(): Promise<void>
  /** The last 200 requests, oldest first. */
  requests(): Promise<JournalEntry[]>
  /** @param kind such as `orders`; the mock's list of interfaces names them */
  records(name: Name, kind: string): Records
  /** The conditions of a server with their present values. */
  conditions(name: Name): Promise<Record<string, unknown>>
  /** Sets the named conditions and leaves the others. If one of them is not valid, none is set. */
  setConditions(name: Name, values: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Runs an action on the server: a member stops, a download is made. */
  run(name: Name, action: string, input?: Record<string, unknown>): Promise<unknown>
  /** Resets the session: seeded records, no faults, an empty journal, real time. */
  reset(): Promise<void>
  /** Deletes the session with everything in it. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * A running mock. It is also the default session, for requests that name no session. Tests that run at the same
 * time open one session each.
 */
export interface TestMock<Name extends string = InterfaceName> extends MockSession<Name> {
  /** `http://127.0.0.1:49152` */
  readonly origin: string
  /** Address to put before the paths of an interface's document. */
  baseUrl(name: Name): string
  /** All of them: one for each member of a cluster, or for each of a document's servers. */
  baseUrls(name: Name): string[]
  /** A credential that the mock accepts from the start, by its role, such as `full`. */
  credential(name: Name, role: string): SeededCredential
  /** Opens a session with the seed of the mock. */
  session(): Promise<MockSession<Name>>
  /** Stops the mock. */
  close(): Promise<void>
}

/** The control plane refused a call, for example because the mock does not have the named interface or record kind. */
export class ControlRefusedError extends Error {
  override readonly name = 'ControlRefusedError'
  readonly status: number

  constructor(status: number, detail: string) {
    super(`The mock's control plane answered ${status}: ${detail}`)
    this.status = status
  }
}

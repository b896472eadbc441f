import type { BehaviourContext, Behaviours } from './behaviour.ts'
import type { Refusal } from './refusal.ts'
import type { Store } from './store.ts'

/** JSON Schema (2020-12) of a value that the control plane receives. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Marks a response without a body or a head: the connection closes at once, as if the server did not run. */
export const hangUp: unique symbol = Symbol('hang up')

/** An answer as it goes to the wire. */
export interface Answer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: unknown
}

/** A credential that the mock accepts from the start, and how to send it. */
export interface SeededCredential {
  /** What it may do, in a word or two, unique in its interface: `full`, `read-only`, `none`, `expired`. */
  role: string
  /** Headers that carry it; empty where form fields do. */
  headers: Record<string, string>
  /** Query parameters that carry it. */
  query?: Record<string, string>
  /** Form fields that carry it. */
  form?: Record<string, string>
}

/** A seeded record worth knowing: `an order that can be captured`. */
export interface SeededRecord {
  /** What a tester can use it for. */
  description: string
  /** Request target that reads it, below the interface's base URL: `/orders/…`. Absent when no request reads it. */
  path?: string
  /** Its key: a token, a name, an id. */
  key: string
}

/** The examples of the interface's document: the records that a mock starts with are the ones that its documents show. */
export interface Examples {
  /** Values of an answer's named examples, in the order of the document. */
  of(operation: string, status: number): unknown[]
}

/** A request as it came off a socket. */
export interface IncomingRequest {
  /** Upper case: `GET`, `LIST`. */
  method: string
  /** Path, percent-encoded as it came; for an interface, the path below the interface's name: `/api/orders/1`. */
  path: string
  /** Query string without `?`. */
  query: string
  /** Names in lower case. */
  headers: Record<string, string>
  /** Bytes of the body, for a `TextDecoder`. Null when the request has no body; an empty body is a body too. */
  body: Uint8Array | null
}

/** What an interface works with before the parameters and the body of a request are read. */
export interface AdmissionContext<Conditions = object> extends Omit<BehaviourContext<Conditions>, 'caller'> {
  /** `operationId`; undefined when the path or the method leads to no operation. */
  operation: string | undefined
}

/** Lets a caller in, or refuses: with a refusal in the interface's error shape, or with its own answer. */
export type Admission<Caller> = { caller: Caller } | Refusal | Answer

/** Where a request leads once the interface has read its address. */
export interface Address {
  /** The path to route, which replaces the one that came. */
  path: string
  /** The query to read, if it replaces the one that came. */
  query?: string
  /** Operations that may answer it; all when absent. */
  accepts?: (operation: string) => boolean
}

/** One condition of a server that the control plane can set: sealed, unhealthy, ACLs on. */
export interface Condition<T> {
  description: string
  schema: JsonSchema
  initial: T
}

/** The values of conditions, by name. */
export type ValuesOf<Conditions extends Record<string, Condition<unknown>>> = {
  [Name in keyof Conditions]: Conditions[Name]['initial']
}

/** A condition that is on or off. */
export function flag(description: string, initial = false): Condition<boolean> {
  return { description, schema: { type: 'boolean' }, initial }
}

/** One kind of record that the control plane can read and write: tokens, access rules, members. */
export interface RecordKind {
  description: string
  schema: JsonSchema
}

/** An event that no request causes: a member stops, an agent restarts. */
export interface Action<Conditions> {
  description: string
  /** Of the input; an action without input takes `{}`. */
  schema: JsonSchema
  /** Its result is the body of the control plane's answer. */
  run(input: never, context: Omit<BehaviourContext<Conditions>, 'caller'>): Promise<unknown>
}

/** Everything that the mock knows of one interface beyond its document. */
export interface InterfaceDefinition<
  Operations = Record<string, never>,
  Conditions extends object = object,
  Caller = unknown,
> {
  /** Gives a refusal the status, headers and body that this interface's clients expect. */
  renderRefusal(refusal: Refusal): Answer
  credentials: SeededCredential[]
  behaviours: Behaviours<Operations, Conditions, Caller>
  /**
   * The definition is made from the document, and these are the operations whose behaviours are: their answers and all refusals have the
   * documented media type that suits the caller, or else are the nearest to a valid one, and integers keep their digits.
   */
  derived?: ReadonlySet<string>
  /** Seeded records worth knowing. */
  records?: SeededRecord[]
  /** Puts the first records into an empty store. */
  seed?(store: Store, examples: Examples): Promise<void>
  conditions?: { [Name in keyof Conditions]: Condition<Conditions[Name]> }
  /** Collections of the store that the control plane may read and write. */
  recordKinds?: Record<string, RecordKind>
  actions?: Record<string, Action<Conditions>>
  /** Reads bodies as the documented media type, whatever `Content-Type` says. */
  ignoresContentType?: boolean
  /** Reads a path that does not identify its operation by itself. Called before routing. */
  address?(request: IncomingRequest, context: AdmissionContext<Conditions>): Promise<Address>
  /**
   * The interface's own check of credentials. Called after routing, even if routing found no operation, and before validation. Only
   * this method decides on credentials; without it, only the presence of the documented credentials is asked.
   */
  admit?(request: IncomingRequest, context: AdmissionContext<Conditions>): Promise<Admission<Caller>>
}

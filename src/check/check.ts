import type { Sabotage } from './sabotage.ts'

/** A request of a documented operation, in its generated types. */
export interface CallInput<Op> extends CallOptions {
  path?: Parameters<Op, 'path'>
  query?: Parameters<Op, 'query'>
  body?: BodyOf<Op>
}

/** A request that may break the document, to see how the target answers it. */
export interface AttemptInput extends CallOptions {
  path?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  /** A value is written in the documented media type; text and bytes are sent unchanged. */
  body?: unknown
  /** Replaces the documented method: `LIST`. */
  method?: string
  /** Milliseconds until an answer that `open` waits for must have begun; default: those of the target. */
  timeout?: number
}

export interface CallOptions {
  /** Replaces headers of the request, by lower-case name; `undefined` leaves a header out. */
  headers?: Readonly<Record<string, string | undefined>>
  /** Role of the credential; the interface's first when absent, none when null. */
  as?: string | null
  /** Variables in the server's address: `{ member: 'm2' }`. */
  server?: Readonly<Record<string, string>>
  /** Replaces the base URL of the target by an address from an answer or a resource, without a trailing slash. */
  base?: string
}

/** A request that no operation describes. */
export interface RawRequest extends CallOptions {
  method: string
  /** Below the base URL, percent-encoded, with its query: `/orders?limit=1`. */
  target: string
  body?: string | Uint8Array
}

/** A complete answer. */
export interface Reply<Body = unknown> {
  status: number
  /** Names in lower case; a header that came several times has its values joined by `, `. */
  headers: Readonly<Record<string, string>>
  /** The value of a JSON body, or the text of any other. Its type is the documented one, which the server may break: the check must test it. */
  body: Body
  text: string
}

/** An answer whose body is still coming, and may never end. */
export interface OpenReply {
  status: number
  headers: Readonly<Record<string, string>>
  /** Pieces of the body, in the order in which they arrive. */
  chunks: AsyncIterable<Uint8Array>
  /** Closes the connection. */
  close(): void
}

/** The control plane of the mock, for states that no call of the interface can cause. Only the mock has one. */
export interface CheckControl {
  /** Sets conditions of the server: `{ sealed: true }`. */
  setConditions(conditions: object): Promise<void>
  /** Sets the clock to a moment, from which it runs on. */
  setClock(now: string): Promise<void>
  advanceClock(seconds: number): Promise<void>
  putRecord(kind: string, key: string, value: unknown): Promise<void>
  getRecord(kind: string, key: string): Promise<unknown>
  deleteRecord(kind: string, key: string): Promise<void>
  /** Records of a kind, by key. */
  listRecords(kind: string): Promise<ReadonlyMap<string, unknown>>
  /** Runs an action; returns its result. */
  run(action: string, input?: object): Promise<unknown>
}

/** The target as a check sees it. Every call is an HTTP request. */
export interface CheckContext<Operations> {
  /** Calls an operation as its document says. */
  call<Id extends keyof Operations & string>(
    operation: Id,
    ...input: Input<Operations[Id]>
  ): Promise<Reply<SuccessOf<Operations[Id]>>>
  /** Calls an operation, also in ways that its document forbids. */
  attempt<Id extends keyof Operations & string>(
    operation: Id,
    input?: AttemptInput,
  ): Promise<Reply<SuccessOf<Operations[Id]>>>
  send(request: RawRequest): Promise<Reply>
  /**
   * Calls an operation, and returns its answer before the body is complete. If no answer begins in time, the error has the code
   * `NO_ANSWER_IN_TIME`.
   */
  open<Id extends keyof Operations & string>(operation: Id, input?: AttemptInput): Promise<OpenReply>
  /** False where the target allows no changes. The check then reads what `needs.reads` names, and sends nothing else. */
  mayChange: boolean
  /** Value of a resource of the target. Declare it in `needs.resources`. */
  resource(name: string): string
  /** Declared in `needs.control`. */
  control: CheckControl
  /** Whether the target has the control plane; always where `needs.control` is true. */
  hasControl: boolean
  /** Registers an undo step, to run when the check is over. The last step runs first. */
  afterwards(undo: () => Promise<unknown>): void
  /**
   * Removes a thing when the check is over. Call it before the thing is made: the address of the removal is then known, and
   * `verify clean` removes the thing after a crash.
   *
   * @param operation the one that removes the thing
   * @param isMade the thing is there already, because only its server knows its address before
   * @returns removes it at once, for a check that makes many
   */
  removeAfterwards<Id extends keyof Operations & string>(
    operation: Id,
    input: AttemptInput,
    isMade?: boolean,
  ): () => Promise<void>
  /**
   * Writes back what a read has shown, when the check is over: for what belongs to others, and is changed since the caller named the
   * operation.
   *
   * @param body what the read has shown
   * @param shownBy the read, and its input
   */
  putBackAfterwards<Id extends keyof Operations & string>(
    operation: Id,
    input: AttemptInput,
    body: unknown,
    shownBy: keyof Operations & string,
    at: AttemptInput,
  ): void
  /** Names something that the check created and that no documented request removes: `a client token, by login`. */
  leaves(what: string): void
  /**
   * Does what the check needs before it can test its rule. If a step fails, the check is inconclusive and does not fail.
   *
   * @param what the thing that is prepared: `a secret of kv version 1`
   */
  prepare<T>(what: string, step: () => Promise<T>): Promise<T>
  /** Creates something that all checks of the run share, such as a token. On the mock each check has its own. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>
  /**
   * Expects something that this contract assumes because no document shows it. If the expectation fails, the target differs from the
   * assumption and does not fail.
   *
   * @param gap the catalogue's gap: `ORD-G04`
   */
  assume(gap: string, expectation: () => void): void
  /** Ends the check, because nothing on the target can show whether the rule is kept. */
  inconclusive(reason: string): never
  /** Milliseconds since 1970 by the target's own clock, as far as it is known. */
  now(): Promise<number>
  /** Waits for an answer that takes time. On the mock, moves the session's clock in steps of 0.1 s until the answer comes. */
  overTime<T>(coming: Promise<T>): Promise<T>
}

/** What a target must offer for a check to run. */
export interface Needs {
  /** Credentials besides the first one. */
  roles?: readonly string[]
  resources?: readonly string[]
  /** Roles, resources and changes that the check needs only on the mock, where it can test more. */
  onMock?: Pick<Needs, 'roles' | 'resources' | 'changes'>
  /** `reversible`: the check undoes its changes. `lasting`: a change stays. */
  changes?: 'reversible' | 'lasting'
  /** The check changes only what it has made, and what the caller has named: each write is tested before it is sent. */
  own?: true
  /** Resources that the check reads where the target allows no changes. If a target names them, the check runs there as far as reads go. */
  reads?: readonly string[]
  /** The mock's control plane; `where offered` if the check tests less without it. */
  control?: true | 'where offered'
}

/** The check of one rule. */
export interface Check<Operations> {
  needs?: Needs
  run(context: CheckContext<Operations>): Promise<void>
  /** The gap, if everything that this check expects is assumed. A target can then differ and never fail. */
  onlyAssumed?: string
  /** Ways to break only this rule in the mock. The check fails under each of them. */
  sabotage: Sabotage | readonly Sabotage[]
}

/** A call whose answer is validated against the document's schemas. The key is its operation and status. */
export interface Sample<Operations> {
  operation: keyof Operations & string
  input?: AttemptInput | ((context: CheckContext<Operations>) => AttemptInput | Promise<AttemptInput>)
  /** 200 when absent. */
  status?: number
  needs?: Needs
  /** Brings the target into the state in which it answers with this status. */
  arrange?(context: CheckContext<Operations>): Promise<void>
}

/** A kind of credential, and how it is sent. */
export interface Role {
  description: string
  /** The values of the credential, each with its description: `{ key: 'API key' }`. */
  values: Readonly<Record<string, string>>
  /** The values on the mock. */
  onMock: Readonly<Record<string, string>>
  /** Some of the values are enough, or none. */
  isOptional?: boolean
  headers?(values: Readonly<Record<string, string>>): Record<string, string>
  /** Parameters of the query. */
  query?(values: Readonly<Record<string, string>>): Record<string, string>
  /** Fields of a form body. */
  form?(values: Readonly<Record<string, string>>): Record<string, string>
  /** Members of a JSON body: a password. */
  json?(values: Readonly<Record<string, string>>): Record<string, string>
  /** Scopes that it has, by the names of the document. */
  scopes?: readonly string[]
  /** Rules that say that a server takes it: a refusal breaks them, and does not make the target unusable. */
  rules?: readonly string[]
}

/** A thing on the target that checks use by name. */
export interface Resource {
  description: string
  /** Its value on the mock. */
  onMock: string
}

/** All checks of one interface. */
export interface InterfaceChecks<Operations> {
  /** The first role is used by calls that name none; it may do everything. */
  roles: Readonly<Record<string, Role>>
  resources?: Readonly<Record<string, Resource>>
  /** Headers of every call: `docs-version`. */
  headers?: Readonly<Record<string, string>>
  /** Operations that change nothing although their method is not GET, HEAD or OPTIONS. */
  safe?: readonly (keyof Operations & string)[]
  samples: readonly Sample<Operations>[]
  /**
   * Requests that change nothing and that each of these roles may make. Before the first check they show whether a server takes the
   * credentials. Roles that are not here are tried by a documented read that their scopes allow.
   */
  harmless?: readonly (Pick<Sample<Operations>, 'operation' | 'input' | 'needs'> & { as: readonly string[] })[]
  /** Looks for a state of the server that a reader of a run must know, and in which it may show nothing: `is sealed`. */
  state?(context: CheckContext<Operations>): Promise<{ description: string; isUsable: boolean } | undefined>
  /**
   * The path whose DELETE removes what a write to this path makes, both below the base URL; undefined for things that are not the checks'
   * own. On a real server each such write has its entry in the undo file before it is sent, also one that should be refused.
   */
  removalOf?(path: string): string | undefined
  /** The gap that leaves the statuses of success open, if any: samples may then be answered with any of them. */
  successGap?: string
  /** By rule. A schema rule without a check is tested by the samples. */
  checks: Readonly<Record<string, Check<Operations>>>
  /** Rules that no caller can observe, and why. */
  unobservable?: Readonly<Record<string, string>>
  /** Parts of the document that no check reaches (`getOrder 404`, `listOrders query from`), and why. */
  uncovered?: Readonly<Record<string, string>>
}

type Parameters<Op, In extends string> = Op extends { parameters: infer All }
  ? In extends keyof All
    ? All[In]
    : never
  : never

type BodyOf<Op> = Op extends { requestBody: { content: infer Content } }
  ? Content[keyof Content]
  : Op extends { requestBody?: { content: infer Content } }
    ? Content[keyof Content] | undefined
    : never

/** The input is optional if the operation requires nothing of it. */
type Input<Op> = Op extends { parameters: { path: object } } | { requestBody: object }
  ? [input: CallInput<Op>]
  : [input?: CallInput<Op>]

type Success = 200 | 201 | 202 | 203 | 204 | 206

type SuccessOf<Op> = Op extends { responses: infer Responses }
  ? { [Status in keyof Responses & Success]: ContentOf<Responses[Status]> }[keyof Responses & Success]
  : unknown

type ContentOf<Response> = Response extends { content: infer Content } ? Content[keyof Content] : undefined

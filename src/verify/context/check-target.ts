import type { InterfaceChecks, Needs } from '../../check/check.ts'
import type { Contract } from '../../contract/contract.ts'
import { isSafe, readMethods, type Target } from '../target/target.ts'
import type { ControlledSession } from './control.ts'
import type { Ownership } from './ownership.ts'
import type { OutgoingRequest, Wire } from './wire.ts'

/** Shared by all checks of a run against one target. */
export interface CheckTarget {
  contract: Contract
  checks: InterfaceChecks<Record<string, unknown>>
  target: Target
  wire: Wire
  /** Results of `once` in this run, by name. */
  made?: Map<string, Promise<unknown>>
  /** What derived checks may change. */
  ownership?: Ownership
  /** A removal of a thing that a check made, which the target refused. Nothing more is written there. */
  refusedRemoval?: string
  /** When a write of the run was last answered, in milliseconds since 1970. */
  lastWrite?: number
  /** A read has lagged behind a write in this run, so further checks wait before they read. False once waiting has shown nothing. */
  isLate?: boolean
  /** Milliseconds between a write and the next read by which such a target has mostly shown the write. */
  lag?: number
}

/** One request of a check, and its response. */
export interface Exchange {
  /** `operationId`, if the request calls an operation of the document. */
  operation: string | undefined
  /** Role of its credential. */
  role: string | null
  request: OutgoingRequest
  /** Its documented query and header parameters: `query limit`. */
  parameters: string[]
  /** Undefined if the target did not answer. */
  status?: number
  headers?: Readonly<Record<string, string>>
  /** Text of the body, as far as it was read; of a long one the beginning. */
  text?: string
  /** It undoes a change of the check, which has ended. */
  undoes?: true
}

/** An assumption of the contract that the target does not share. */
export interface Difference {
  gap: string
  /** What the contract assumes, and what the target did. */
  message: string
  /** The same for all differences that one fault of the target explains. */
  cause?: string | undefined
}

/** What a check has done so far; filled while it runs. */
export interface Trace {
  exchanges: Exchange[]
  /** The exchange of each answer that the check got. */
  answered: WeakMap<object, Exchange>
  differences: Difference[]
  /** Gaps of the assumptions that the target was seen to share. */
  assumed: Set<string>
  undo: (() => Promise<unknown>)[]
  /** What others have is put back, as a read has shown it. */
  putsBack: boolean
  /** True once the check has ended: from then on, its changes are undone. */
  isRestoring: boolean
  /** Changes that could not be undone, one line each. */
  stays: string[]
}

/** The check uses something that its needs do not declare. This is a fault of the check, not of the target. */
export class UndeclaredNeedError extends Error {
  override readonly name = 'UndeclaredNeedError'
}

export interface ContextOptions {
  needs: Needs
  /** The session of this check on the mock; undefined on other targets. */
  session: ControlledSession | undefined
  /** Ends the check: from then on it only undoes its changes. */
  signal?: AbortSignal | undefined
  /** Milliseconds between a write and the next read: a standby may show the write a moment later. Default: 0. */
  settle?: number
}

export function undeclared(what: string): UndeclaredNeedError {
  return new UndeclaredNeedError(`the check uses ${what} and does not declare it in its needs`)
}

/** True of calls of operations that are not safe, and of other requests whose method may change something. */
export function isWrite({ contract, checks }: CheckTarget, { operation: id = '', request }: Exchange): boolean {
  const operation = contract.operations.get(id)
  return operation ? !isSafe(operation, checks.safe) : !readMethods.has(request.method)
}

/** The operation that a request calls, or its method and path. */
export function nameOf({ operation, request }: Exchange): string {
  return operation ?? `${request.method} ${new URL(request.url).pathname}`
}

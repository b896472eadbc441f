import type { CredentialHeader } from './credential.ts'

/** A call as the rules of an interface look at it. */
export interface PlannedCall {
  /** In capitals; `LIST` too. */
  method: string
  /** Template of its path. */
  path: string
}

/** What one interface asks of its clients. */
export interface InterfaceRules {
  /** Where the credential goes; absent for an interface without one. */
  credential?: CredentialHeader
  /** Headers of every call. */
  headers?: Readonly<Record<string, string>>
  /** Path parameters whose values may hold slashes. */
  spanning?: readonly string[]
  /** Whether a write without a payload sends `{}`. */
  fillsEmptyBody?: boolean
  /** Whether a call that ended with this status, or without an answer, may be made again; `repeatsIdempotent` unless told otherwise. */
  repeats?(call: PlannedCall, status: number | undefined): boolean
  /** Milliseconds that a call takes by itself, beside the time that any may take. */
  duration?(call: PlannedCall, query: Readonly<Record<string, unknown>>): number
  /** Whether 429 means too many requests, and not something of the interface's own; true unless told otherwise. */
  limitsRates?: boolean
  /** Sees what every call that succeeded was answered. */
  inspect?(data: unknown, operation: string): void
  /** Scopes of which the call needs one. */
  scopesOf?(call: PlannedCall): readonly string[]
}

const idempotent = ['GET', 'HEAD', 'LIST', 'PUT', 'DELETE']
const passing = [408, 429, 500, 502, 503, 504]

/** Methods that RFC 9110 lets a client send again by itself, where an answer failed to come, or came with a status that passes. */
export function repeatsIdempotent({ method }: PlannedCall, status: number | undefined): boolean {
  return idempotent.includes(method) && (status === undefined || passing.includes(status))
}

/** The same, of what only reads. */
export function repeatsReads(call: PlannedCall, status: number | undefined): boolean {
  return call.method !== 'PUT' && call.method !== 'DELETE' && repeatsIdempotent(call, status)
}

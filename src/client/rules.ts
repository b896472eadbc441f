import type { CredentialHeader } from './credential.ts'

/** The parts of a call that the rules of an interface depend on. */
export interface PlannedCall {
  /** In capitals; includes `LIST`. */
  method: string
  /** Template of its path. */
  path: string
}

/** The requirements of one interface on its clients. */
export interface InterfaceRules {
  /** Where the credential goes; absent for an interface without one. */
  credential?: CredentialHeader
  /** Headers of every call. */
  headers?: Readonly<Record<string, string>>
  /** Path parameters whose values may hold slashes. */
  spanning?: readonly string[]
  /** Whether a PATCH without a payload sends `{}`. */
  fillsEmptyPatch?: boolean
  /** Whether a call that ended with this status, or without an answer, may be repeated; default `repeatsIdempotent`. */
  repeats?(call: PlannedCall, status: number | undefined): boolean
  /** Milliseconds that a call needs in addition to its time-out. */
  duration?(call: PlannedCall, query: Readonly<Record<string, unknown>>): number
  /** Whether 429 means too many requests, and not something specific to the interface; default true. */
  limitsRates?: boolean
  /** Receives the answer of every call that succeeded. */
  inspect?(data: unknown, operation: string): void
  /** Scopes of which the call needs one. */
  scopesOf?(call: PlannedCall): readonly string[]
}

const idempotent = ['GET', 'HEAD', 'LIST', 'PUT', 'DELETE']
const passing = [408, 429, 500, 502, 503, 504]

/** Repeats the methods that RFC 9110 lets a client repeat by itself, after no answer or after a temporary error status. */
export function repeatsIdempotent({ method }: PlannedCall, status: number | undefined): boolean {
  return idempotent.includes(method) && (status === undefined || passing.includes(status))
}

/** Repeats only methods that read, in the same cases. */
export function repeatsReads(call: PlannedCall, status: number | undefined): boolean {
  return call.method !== 'PUT' && call.method !== 'DELETE' && repeatsIdempotent(call, status)
}

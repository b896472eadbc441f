import type { Report, RuleResult } from '../runner/report.ts'

/**
 * A run as it may be shown. `redactReport` alone makes it, and renderers accept nothing else, so that they cannot print secrets.
 * Its texts are printable, except for requests, which `toCurl` makes printable.
 */
export interface ShownReport extends Omit<Report, 'results'> {
  results: readonly ShownResult[]
  /** Environment variables that replace secrets: `$ORDERS_API_KEY`. */
  variables: readonly string[]
}

export interface ShownResult extends Omit<RuleResult, 'exchanges'> {
  exchanges: readonly ShownExchange[]
}

export interface ShownExchange {
  /** `operationId`, if the request calls an operation of the document. */
  operation?: string
  request: ShownRequest
  /** Absent if the server did not answer. */
  response?: { status: number; headers: Readonly<Record<string, string>>; text?: string }
}

export interface ShownRequest {
  method: string
  url: string
  /** Without the credentials in `user`. */
  headers: Readonly<Record<string, string>>
  /** User and password of HTTP Basic, as `user:password`. */
  user?: string
  /** Text, or the length of a body that is not text. */
  body?: string | { bytes: number }
}

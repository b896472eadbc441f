import type { Report, RuleResult } from '../runner/report.ts'

/**
 * A run as it may be shown: made by `redactReport` alone, and the only thing that renderers accept, so that none of them can
 * print what was not redacted.
 */
export interface ShownReport extends Omit<Report, 'results'> {
  results: readonly ShownResult[]
  /** Environment variables that stand in the place of secrets: `$ORDERS_API_KEY`. */
  variables: readonly string[]
}

export interface ShownResult extends Omit<RuleResult, 'exchanges'> {
  exchanges: readonly ShownExchange[]
}

export interface ShownExchange {
  /** `operationId`, where the request means one. */
  operation?: string
  request: ShownRequest
  /** Absent when none came. */
  response?: { status: number; headers: Readonly<Record<string, string>>; text?: string }
}

export interface ShownRequest {
  method: string
  url: string
  /** Without those that `user` says. */
  headers: Readonly<Record<string, string>>
  /** User and password of HTTP Basic, as `user:password`. */
  user?: string
  /** Text, or the length of what is none. */
  body?: string | { bytes: number }
}

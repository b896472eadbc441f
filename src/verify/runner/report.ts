import type { Rule } from '../../contract/contract.ts'
import type { Difference } from '../context/context.ts'
import type { Exchange } from '../context/exchange.ts'

/** What is known of one rule after a run. */
export interface RuleResult {
  interface: string
  rule: Rule
  /**
   * `passed`: shown. `failed`: broken by the target. `differs`: the rule holds, but something that this contract assumes is
   * otherwise. `skipped`: not looked at, or nothing at hand to look at.
   */
  result: 'passed' | 'failed' | 'differs' | 'skipped'
  /** Why it was skipped. */
  reason?: string
  /** The thing that was wrong, and in values what was expected of it and what was seen. */
  failure?: { message: string; expected?: string; seen?: string }
  differences?: Difference[]
  /** The exchanges of the check, in their order; bodies as text. */
  exchanges: Exchange[]
  /** Which of them is where it failed; the last one when absent. Those that put things back come after it. */
  failedAt?: number
  milliseconds: number
}

/** A run of checks against one target. */
export interface Report {
  /** What was checked: a base URL, or `the mock`. */
  target: string
  /** ISO 8601. */
  started: string
  milliseconds: number
  results: RuleResult[]
}

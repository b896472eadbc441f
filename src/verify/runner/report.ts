import type { Rule } from '../../contract/contract.ts'
import type { Difference, Spent } from '../context/check-target.ts'
import type { Exchange } from '../context/exchange.ts'

/** The result of one rule. */
export interface RuleResult {
  interface: string
  rule: Rule
  /**
   * `passed`: the check showed the rule. `failed`: the target breaks the rule. `differs`: the rule holds, but the target differs from an
   * assumption of this contract. `known`: the target breaks the rule, as its file says. `inconclusive`: the check ran, but could not show
   * whether the rule is kept. `skipped`: the check did not run.
   */
  result: 'passed' | 'failed' | 'differs' | 'known' | 'inconclusive' | 'skipped'
  /** Why it was skipped or inconclusive, or why the target breaks it, on one line. */
  reason?: string
  /** The failed expectation, with the expected and the seen value. */
  failure?: { message: string; expected?: string; seen?: string }
  differences?: Difference[]
  /** The exchanges of the check, in their order; bodies as text. */
  exchanges: Exchange[]
  /** Index of the exchange that failed; default: the last one. Later exchanges undo changes. */
  failedAt?: number
  /** Changes of the check that it could not undo, one line each. */
  stays?: readonly string[]
  /** What turned out to change nothing, one line each: a search by POST. */
  unchanged?: readonly string[]
  /** Milliseconds that each read had to wait after a write, because the target shows its changes late. */
  late?: number
  milliseconds: number
  /** What most of this time went to; checks that run again are in it once. */
  spent?: Spent
}

/** The name of the mock as a target in reports. */
export const mockTitle = 'the mock'

/** A run of checks against one target. */
export interface Report {
  /** The checked server: a base URL, or `the mock`. */
  target: string
  /** ISO 8601. */
  started: string
  milliseconds: number
  results: RuleResult[]
}

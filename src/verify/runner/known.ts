import type { KnownDeviation } from '../target/target.ts'
import type { RuleResult } from './report.ts'

/**
 * Judges a rule that the target is known to break: the failure is expected until the deviation's date, and a pass says that the entry
 * can go.
 *
 * @param today `2026-11-22`
 */
export function judgeKnown(result: RuleResult, deviation: KnownDeviation | undefined, today: string): RuleResult {
  if (!deviation) return result
  const { because, until } = deviation
  if (result.result === 'passed' || result.result === 'differs') {
    const message = `the target keeps this rule, and is known to break it (${because}): remove the rule from 'known' in the target file`
    const { differences: _, ...kept } = result
    return { ...kept, result: 'failed', failure: { message } }
  }
  if (result.result !== 'failed') return result
  if (until === undefined || today <= until) {
    return { ...result, result: 'known', reason: `${because}${until === undefined ? '' : `, until ${until}`}` }
  }
  const { message = '', ...values } = result.failure ?? {}
  return { ...result, failure: { message: `${message} (known until ${until}, which is over: ${because})`, ...values } }
}

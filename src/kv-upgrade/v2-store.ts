import { setsV2 } from './flags/findings.ts'
import type { Setting } from './flags/setting.ts'

/** The operator's answer: no member sets `--enable-v2`, or the result of `check v2store` (its text is not documented, gap KVC-G07). */
export type V2Answer = 'not-enabled' | 'no-custom-data' | 'custom-data'

export const v2Answers: readonly V2Answer[] = ['not-enabled', 'no-custom-data', 'custom-data']

/**
 * The state of the v2 store: no step is needed, the flag can be removed, the check must run, the data must be migrated, or it is unknown
 * whether the flag is set.
 */
export type V2State = 'not-needed' | 'removable' | 'to-check' | 'to-migrate' | 'unknown'

/** KVC-043 to KVC-046. A configuration that sets the flag outweighs the answer `not-enabled`. */
export function judgeV2Store(settings: readonly Setting[] | undefined, answer: V2Answer | undefined): V2State {
  if (settings && !setsV2(settings)) return 'not-needed'
  if (answer === 'no-custom-data') return 'removable'
  if (answer === 'custom-data') return 'to-migrate'
  if (settings) return 'to-check'
  return answer === 'not-enabled' ? 'not-needed' : 'unknown'
}

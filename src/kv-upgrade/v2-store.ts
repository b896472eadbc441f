import { setsV2 } from './flags/findings.ts'
import type { Setting } from './flags/setting.ts'

/** What the operator tells: that no member sets `--enable-v2`, or what `check v2store` said (its text is not documented, gap KVC-G07). */
export type V2Answer = 'not-enabled' | 'no-custom-data' | 'custom-data'

export const v2Answers: readonly V2Answer[] = ['not-enabled', 'no-custom-data', 'custom-data']

/**
 * Where the v2 store stands: no step needed; the flag can be removed; the check is to run; the data is to migrate; or nobody told
 * whether the flag is set.
 */
export type V2State = 'not-needed' | 'removable' | 'to-check' | 'to-migrate' | 'untold'

/** KVC-043 to KVC-046. A configuration says more than an answer that contradicts it: `not-enabled` does not outweigh a flag that is set. */
export function judgeV2Store(settings: readonly Setting[] | undefined, answer: V2Answer | undefined): V2State {
  if (settings && !setsV2(settings)) return 'not-needed'
  if (answer === 'no-custom-data') return 'removable'
  if (answer === 'custom-data') return 'to-migrate'
  if (settings) return 'to-check'
  return answer === 'not-enabled' ? 'not-needed' : 'untold'
}

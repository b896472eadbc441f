import type { Target } from '../target/target.ts'
import type { RuleResult } from './report.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of the interface whose checks are to be proven. */
    interface: string
    /** What to check, by interface; the mock of the suite's own process where it is undefined. */
    targets: { name: string; target?: Target | undefined }[]
  }

  interface TaskMeta {
    /** What a check found out. */
    rule?: RuleResult
  }
}

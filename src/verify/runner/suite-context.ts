import type { Target } from '../target/target.ts'
import type { RuleResult } from './report.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of the interface whose checks are proven. */
    interface: string
    /** What to check, by interface; undefined for a mock in the process of the suite. */
    targets: { name: string; target?: Target | undefined }[]
  }

  interface TaskMeta {
    /** The result of a check. */
    rule?: RuleResult
  }
}

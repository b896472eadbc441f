import type { RuleResult } from './report/report.ts'
import type { Target } from './target.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of the interface that a suite is about. */
    interface: string
    /** The server to check; the mock of the suite's own process when undefined. */
    target: Target | undefined
  }

  interface TaskMeta {
    /** What a check found out. */
    rule?: RuleResult
  }
}

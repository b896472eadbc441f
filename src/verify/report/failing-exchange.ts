import type { ShownExchange, ShownResult } from './shown-report.ts'

/** The exchange where a check failed. */
export function failingExchange({ exchanges, failedAt }: ShownResult): ShownExchange | undefined {
  return exchanges.at(failedAt ?? -1)
}

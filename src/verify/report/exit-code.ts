import { UserError } from '../../user-error.ts'
import type { Report } from '../runner/report.ts'

/**
 * The exit code of a run.
 *
 * @throws {UserError} when the run shows nothing, or too little
 */
export function exitCodeOf({ results }: Report): number {
  if (results.some(({ result }) => result === 'failed')) return 1
  const run = results.filter(({ result }) => result !== 'skipped')
  const isShown = run.some(({ result }) => result !== 'inconclusive')
  if (results.length === 0) {
    throw new UserError(
      'these interfaces have no rules that an exchange shows, so nothing was checked: write them in rules.yaml',
    )
  }
  if (isShown) return exitCodeOfShown(run)
  const reasons = new Set(results.map(({ reason }) => reason))
  throw new UserError(
    reasons.size === 1
      ? `no check showed anything: ${[...reasons][0]}`
      : `no check showed anything, for ${reasons.size} reasons, which stand above`,
  )
}

/** The exit code of a run without a failure. A run that shows little must not be green. */
function exitCodeOfShown(run: Report['results']): number {
  const { length } = run.filter(({ result }) => result === 'inconclusive')
  if (length * 2 <= run.length) return 0
  throw new UserError(
    `${length} of ${run.length} rules are inconclusive, so the run shows little: the reasons stand above`,
  )
}

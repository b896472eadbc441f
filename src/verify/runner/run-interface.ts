import type { Exchange } from '../context/exchange.ts'
import type { Target } from '../target/target.ts'
import { openTarget } from './check-target.ts'
import { runConclusively } from './conclude.ts'
import { openStage } from './dry-run.ts'
import { judgeKnown } from './known.ts'
import { type PlannedCheck, planChecks } from './plan.ts'
import type { RuleResult } from './report.ts'
import { toRuleResult } from './rule-result.ts'
import { type Outcome, runCheck } from './run-check.ts'

/** The checks of one interface against one target: plain data that can go to another thread. */
export interface Job {
  name: string
  /** The mock of the thread itself when absent. */
  target?: Target | undefined
  /** Only checks whose title matches. */
  only?: RegExp | undefined
  /** Times that a failed check is run again. */
  retries: number
  /** Their number. */
  checks: number
}

/** Checks on the mock that run at the same time: each has its own session, and sometimes waits for timers of the mock. */
const maxAtOnce = 5

/** Milliseconds that one check may take, with all of its requests. */
const checkTimeout = 120_000

/**
 * Runs the checks of an interface. They run side by side if each has its own session, and otherwise in
 * sequence, because one check would see the changes of another.
 *
 * @param stop ends the run: running checks undo their changes, the others are skipped
 */
export async function runInterface(job: Job, onResult: (result: RuleResult) => void, stop: AbortSignal): Promise<void> {
  const { checkTarget, close } = await openTarget(job.name, job.target)
  const today = new Date().toISOString().slice(0, 10)
  const { target } = checkTarget
  // Somebody's server has no control plane. What its answers show is compared with those of a mock, which is started only when needed.
  const stage = memoizeStage(job.name, target)
  const isMock = target.control !== undefined
  try {
    const planned = planChecks(checkTarget, job.only)
    const atOnce = target.control ? maxAtOnce : 1
    await forEachAtOnce(atOnce, planned.values(), async ({ rule, check }) => {
      const started = performance.now()
      const outcome = await outcomeOf(check)
      const result = toRuleResult(job.name, rule, outcome, performance.now() - started)
      onResult(judgeKnown(result, job.target?.known?.get(rule.id), today))
    })
  } finally {
    await Promise.all([close(), stage.close()])
  }

  async function outcomeOf(check: PlannedCheck['check']): Promise<Outcome> {
    if ('unobservable' in check) return { result: 'skipped', reason: check.unobservable, exchanges: [] }
    for (let tries = 0; ; tries++) {
      if (stop.aborted) return { result: 'skipped', reason: 'the run was stopped', exchanges: [] }
      const signal = AbortSignal.any([stop, AbortSignal.timeout(checkTimeout)])
      const outcome = isMock
        ? await runCheck(checkTarget, check, { signal })
        : await runConclusively(checkTarget, check, { signal, settle: target.settle ?? 2000, healthyRun: stage.run })
      if (outcome.result !== 'failed' || tries >= job.retries) return outcome
    }
  }
}

/** A mock that keeps every rule and offers what the target offers, from the first check on that needs it. */
function memoizeStage(name: string, target: Target) {
  let opening: ReturnType<typeof openStage> | undefined
  return {
    async run(check: Parameters<typeof runCheck>[1]): Promise<readonly Exchange[]> {
      opening ??= openStage(name, target)
      return (await runCheck(await opening, check)).exchanges
    },
    async close(): Promise<void> {
      const { wire, mock } = (await opening) ?? {}
      wire?.close()
      await mock?.close()
    },
  }
}

async function forEachAtOnce<T>(count: number, items: Iterator<T>, work: (item: T) => Promise<void>): Promise<void> {
  const workOn = async () => {
    for (let next = items.next(); !next.done; next = items.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: count }, workOn))
}

import type { Rule } from '../../contract/contract.ts'
import type { Target } from '../target/target.ts'
import { openTarget } from './check-target.ts'
import { judgeKnown } from './known.ts'
import { type PlannedCheck, planChecks } from './plan.ts'
import type { RuleResult } from './report.ts'
import { titleOf, toRuleResult } from './rule-result.ts'
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
  /** How many checks there are, and in shared memory how many of them are taken: several threads may do one job. */
  turns?: { count: number; taken: Int32Array<SharedArrayBuffer> } | undefined
}

/** Checks that must be left for a further thread to join in: it starts a mock of its own for them. */
const minToJoin = 8

/** Checks on the mock that run at once: each has a session of its own, and waits for timers of the mock now and then. */
const maxAtOnce = 5

/** Milliseconds that one check may take, with all of its requests. */
const checkTimeout = 120_000

/** True when the job runs the check of a rule. */
export function isSelected({ only }: Pick<Job, 'only'>, rule: Rule): boolean {
  return only?.test(titleOf(rule)) ?? true
}

/**
 * Runs the checks of an interface that no other thread has taken: side by side where each has a session of its own, otherwise one
 * after another, since one check would see what another changes.
 *
 * @param stop ends the run: checks under way put back what they changed, the others are skipped
 */
export async function runInterface(job: Job, onResult: (result: RuleResult) => void, stop: AbortSignal): Promise<void> {
  if (!isWorthJoining(job)) return
  const { checkTarget, close } = await openTarget(job.name, job.target)
  const today = new Date().toISOString().slice(0, 10)
  try {
    const planned = planChecks(checkTarget).filter(({ rule }) => isSelected(job, rule))
    const atOnce = checkTarget.target.control ? maxAtOnce : 1
    await forEachAtOnce(atOnce, takeTurns(planned, job), async ({ rule, check }) => {
      const started = performance.now()
      const outcome = await outcomeOf(check)
      const result = toRuleResult(job.name, rule, outcome, performance.now() - started)
      onResult(judgeKnown(result, job.target?.known?.get(rule.id), today))
    })
  } finally {
    await close()
  }

  async function outcomeOf(check: PlannedCheck['check']): Promise<Outcome> {
    if ('unobservable' in check) return { result: 'skipped', reason: check.unobservable, exchanges: [] }
    for (let tries = 0; ; tries++) {
      if (stop.aborted) return { result: 'skipped', reason: 'the run was stopped', exchanges: [] }
      const signal = AbortSignal.any([stop, AbortSignal.timeout(checkTimeout)])
      const outcome = await runCheck(checkTarget, check, { signal })
      if (outcome.result !== 'failed' || tries >= job.retries) return outcome
    }
  }
}

function isWorthJoining({ turns }: Job): boolean {
  if (!turns) return true
  const taken = Atomics.load(turns.taken, 0)
  return taken === 0 || turns.count - taken >= minToJoin
}

/** Takes one item after another, each unless another thread has taken it. */
function* takeTurns<T>(items: readonly T[], { turns }: Job): Generator<T> {
  const taken = turns?.taken ?? new Int32Array(1)
  for (let index = Atomics.add(taken, 0, 1); index < items.length; index = Atomics.add(taken, 0, 1)) {
    yield items[index] as T
  }
}

async function forEachAtOnce<T>(count: number, items: Iterator<T>, work: (item: T) => Promise<void>): Promise<void> {
  const workOn = async () => {
    for (let next = items.next(); !next.done; next = items.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: count }, workOn))
}

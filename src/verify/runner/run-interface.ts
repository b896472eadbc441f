import type { Workspace } from '../../workspace/workspace.ts'
import type { Exchange } from '../context/check-target.ts'
import type { ProbeOptions } from '../probing/run-probes.ts'
import type { Target } from '../target/target.ts'
import { runConclusively } from './conclude.ts'
import { applyKnown } from './known.ts'
import { openMirror, openTarget } from './open-target.ts'
import { type RuleResult, toRuleResult } from './report.ts'
import { type Outcome, runCheck } from './run-check.ts'
import { type RunnableCheck, selectChecks } from './select-checks.ts'

/** The checks of one interface against one target: plain data that can go to another thread. */
export interface Job {
  /** Name of the interface in the workspace. */
  name: string
  /** The mock of the thread itself when absent. */
  target?: Target | undefined
  /** Only checks whose title matches. */
  only?: RegExp | undefined
  /** Probes follow the checks, for a server. */
  probe?: ProbeOptions | undefined
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
export async function runInterface(
  workspace: Pick<Workspace, 'find'>,
  job: Job,
  onResult: (result: RuleResult, of?: 'probe') => void,
  stop: AbortSignal,
): Promise<void> {
  const one = workspace.find(job.name)
  const { checkTarget, close } = await openTarget(one, job.target)
  const today = new Date().toISOString().slice(0, 10)
  const { target } = checkTarget
  // Somebody's server has no control plane. What its answers show is compared with those of a mirror.
  let mirror: ReturnType<typeof openMirror> | undefined
  const isMock = target.control !== undefined
  const done: RuleResult[] = []
  try {
    const { checks, unobservable } = selectChecks(checkTarget, job.only)
    for (const { rule, reason } of unobservable)
      onResult(toRuleResult(job.name, rule, { result: 'skipped', reason, exchanges: [] }, 0))
    const atOnce = target.control ? maxAtOnce : 1
    await forEachAtOnce(atOnce, checks.values(), async ({ rule, check }) => {
      const started = performance.now()
      const outcome = await outcomeOf(check, rule.id)
      const { onlyAssumed } = check
      const about = onlyAssumed === undefined ? {} : { onlyAssumed }
      const result = { ...toRuleResult(job.name, rule, outcome, performance.now() - started), ...about }
      done.push(result)
      onResult(applyKnown(result, job.target?.known?.get(rule.id), today))
    })
    if (!job.probe || isMock || stop.aborted) return
    const { runProbes } = await import('../probing/run-probes.ts')
    const options = { ...job.probe, name: job.name, only: job.only, known: done, signal: stop }
    await runProbes(checkTarget, options, (result) =>
      onResult(applyKnown(result, job.target?.known?.get(result.rule.id), today), 'probe'),
    )
  } finally {
    await Promise.all([close(), mirror?.then((opened) => opened.close())])
  }

  async function healthyRun(check: RunnableCheck): Promise<readonly Exchange[]> {
    mirror ??= openMirror(one, target)
    return (await runCheck((await mirror).checkTarget, check)).exchanges
  }

  async function outcomeOf(check: RunnableCheck, rule: string): Promise<Outcome> {
    if (stop.aborted) return { result: 'skipped', reason: 'the run was stopped', exchanges: [] }
    const signal = AbortSignal.any([stop, AbortSignal.timeout(checkTimeout)])
    return isMock
      ? runCheck(checkTarget, check, { signal })
      : runConclusively(checkTarget, check, { rule, signal, settle: target.settle ?? 2000, healthyRun })
  }
}

async function forEachAtOnce<T>(count: number, items: Iterator<T>, work: (item: T) => Promise<void>): Promise<void> {
  const workOn = async () => {
    for (let next = items.next(); !next.done; next = items.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: count }, workOn))
}

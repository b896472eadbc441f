import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { UserError } from '../../user-error.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { ProbeOptions } from '../probing/run-probes.ts'
import type { Target } from '../target/target.ts'
import type { WorkerInput } from './check-worker.ts'
import { mockTitle, type Report, type RuleResult } from './report.ts'
import { type Job, runInterface } from './run-interface.ts'
import { isSelected } from './select-checks.ts'

export interface RunOptions {
  workspace: Workspace
  /** The target of each interface; undefined for the mock of this process. */
  targets: ReadonlyMap<string, Target | undefined>
  /** Only checks whose rule or statement matches. */
  only?: RegExp
  /** How far the server of an interface is probed; undefined for one that is not. */
  probes?: (name: string) => ProbeOptions | undefined
  /** Called before the first check with the number of checks of each interface that has any. */
  onStart?: (totals: ReadonlyMap<string, number>) => void
  /** Called as the check of a rule ends. */
  onResult?: (result: RuleResult) => void
  /** Stops the run: running checks undo their changes, the others are skipped. */
  stop?: AbortSignal
}

/** Number of checks that justifies the start of a thread. */
const minOfThread = 90

const workerFile = new URL(`check-worker${import.meta.url.slice(-3)}`, import.meta.url)

/**
 * Runs the checks of interfaces. Checks on the mock are distributed over as many threads as there are processors. Each thread has its own
 * mocks, because the mock takes most of the time.
 *
 * @throws {UserError} when checks could not be loaded, or ended without a result
 */
export async function runChecks(options: RunOptions): Promise<Report> {
  const { workspace, targets, only, probes, onStart, onResult, stop = new AbortController().signal } = options
  const started = new Date()
  const jobs = [...targets]
    .map(
      ([name, target]): Job => ({
        name,
        target,
        only,
        checks: countChecks(workspace, name, only),
        probe: target && probes?.(name),
      }),
    )
    .filter(({ checks, probe }) => checks > 0 || probe !== undefined)
  onStart?.(new Map(jobs.map(({ name, checks }) => [name, checks])))
  const results: RuleResult[] = []
  let probed = 0
  const add = (result: RuleResult, of?: 'probe') => {
    results.push(result)
    if (of === 'probe') probed++
    onResult?.(result)
  }
  const [own = [], ...others] = distribute(jobs.filter(({ target }) => !target))
  // Other servers take little time of this process.
  const remote = jobs.filter(({ target }) => target)
  const runs = await Promise.allSettled([
    ...others.map((jobs) => runInThread(workspace, jobs, add, stop)),
    ...[own, ...remote.map((job) => [job])].map((jobs) => runHere(workspace, jobs, add, stop)),
  ])
  const faults = runs.flatMap((run) => (run.status === 'rejected' ? [String((run.reason as Error).message)] : []))
  if (faults.length > 0) throw new UserError(faults.join('\n'))
  const missing = sumOf(jobs) + probed - results.length
  if (missing !== 0) throw new UserError(`${missing} checks ended without a result`)
  const titles = new Set([...targets.values()].map((target) => target?.title ?? mockTitle))
  return {
    target: [...titles].join(', '),
    started: started.toISOString(),
    milliseconds: Date.now() - started.getTime(),
    results: results.sort(byRule),
  }
}

/** The jobs of each thread: one job after another, the largest first, goes to the thread that has the fewest checks. */
function distribute(jobs: readonly Job[]): Job[][] {
  const threads = Math.min(availableParallelism(), Math.ceil(sumOf(jobs) / minOfThread), jobs.length)
  const shares = Array.from({ length: threads }, (): Job[] => [])
  for (const job of jobs.toSorted((one, other) => other.checks - one.checks)) {
    shares.reduce((one, other) => (sumOf(other) < sumOf(one) ? other : one)).push(job)
  }
  return shares
}

function sumOf(jobs: readonly Job[]): number {
  return jobs.reduce((sum, { checks }) => sum + checks, 0)
}

/** Rules of an interface that a run checks. */
function countChecks(workspace: Workspace, name: string, only: RegExp | undefined): number {
  return workspace.find(name).rules.filter((rule) => isSelected(rule, only)).length
}

async function runHere(
  workspace: Workspace,
  jobs: readonly Job[],
  add: (result: RuleResult, of?: 'probe') => void,
  stop: AbortSignal,
): Promise<void> {
  for (const job of jobs) await runInterface(workspace, job, add, stop)
}

async function runInThread(
  { recipe }: Workspace,
  jobs: readonly Job[],
  add: (result: RuleResult) => void,
  stop: AbortSignal,
): Promise<void> {
  const worker = new Worker(workerFile, { workerData: { jobs, recipe } satisfies WorkerInput })
  const tellToStop = () => worker.postMessage('stop')
  stop.addEventListener('abort', tellToStop)
  worker.on('message', add)
  try {
    // Rejects with the error of a thread that fails.
    const [code] = await once(worker, 'exit')
    if (code !== 0) throw new UserError(`a thread of the run ended with ${code}`)
  } finally {
    stop.removeEventListener('abort', tellToStop)
  }
}

function byRule(one: RuleResult, other: RuleResult): number {
  return one.interface.localeCompare(other.interface) || one.rule.id.localeCompare(other.rule.id)
}

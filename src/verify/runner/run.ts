import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { isOnTheWire } from '../../contract/contract.ts'
import { loadRules } from '../../workspace/contracts.ts'
import { openedWorkspace } from '../../workspace/opened.ts'
import type { Target } from '../target/target.ts'
import type { WorkerInput } from './check-worker.ts'
import { isSelected } from './plan.ts'
import { mockTitle, type Report, type RuleResult } from './report.ts'
import { type Job, runInterface } from './run-interface.ts'
import { orderForEach, takeShard } from './share-out.ts'

export interface RunOptions {
  /** The target of each interface; undefined for the mock of this process. */
  targets: ReadonlyMap<string, Target | undefined>
  /** Only checks whose rule or statement matches. */
  only?: RegExp
  /** Times that a failed check is run again, 0 by default. */
  retries?: number
  /** `1/3`: the first third of the interfaces. */
  shard?: string
  /** Called before the first check with the number of checks of each interface that has any. */
  onStart?: (totals: ReadonlyMap<string, number>) => void
  /** Called as the check of a rule ends. */
  onResult?: (result: RuleResult) => void
  /** Stops the run: running checks undo their changes, the others are skipped. */
  stop?: AbortSignal
}

/** The checks could not be run at all; the message says why. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError'
}

/** Number of checks that justifies the start of a thread. */
const minOfThread = 90

const workerFile = new URL(`check-worker${import.meta.url.slice(-3)}`, import.meta.url)

/**
 * Runs the checks of interfaces. Checks on the mock are distributed over as many threads as there are processors. Each thread has its own
 * mocks, because the mock takes most of the time.
 *
 * @throws {RunFailedError} when checks could not be loaded, or ended without a result
 */
export async function runChecks(options: RunOptions): Promise<Report> {
  const { targets, shard, only, onStart, onResult, stop = new AbortController().signal } = options
  const started = new Date()
  const counts = takeShard([...targets.keys()], shard).map((name) => [name, countChecks(name, only)] as const)
  const totals = new Map(counts.filter(([, count]) => count > 0))
  onStart?.(totals)
  const { orders, remote } = shareOutJobs(totals, options)
  const results: RuleResult[] = []
  const add = (result: RuleResult) => {
    results.push(result)
    onResult?.(result)
  }
  const [own = [], ...others] = orders
  const runs = await Promise.allSettled([
    ...others.map((jobs) => runInThread(jobs, add, stop)),
    ...[own, ...remote.map((job) => [job])].map((jobs) => runHere(jobs, add, stop)),
  ])
  const faults = runs.flatMap((run) => (run.status === 'rejected' ? [String((run.reason as Error).message)] : []))
  if (faults.length > 0) throw new RunFailedError(faults.join('\n'))
  const missing = [...totals.values()].reduce((sum, count) => sum + count, 0) - results.length
  if (missing !== 0) throw new RunFailedError(`${missing} checks ended without a result`)
  const titles = new Set([...targets.values()].map((target) => target?.title ?? mockTitle))
  return {
    target: [...titles].join(', '),
    started: started.toISOString(),
    milliseconds: Date.now() - started.getTime(),
    results: results.sort(byRule),
  }
}

/** The jobs of each thread in their order, and the jobs of other servers, which take little time of this process. */
function shareOutJobs(
  totals: ReadonlyMap<string, number>,
  { targets, only, retries = 0 }: RunOptions,
): { orders: Job[][]; remote: Job[] } {
  const jobs = [...totals].map(([name, count]) => ({
    name,
    target: targets.get(name),
    only,
    retries,
    turns: { count, taken: new Int32Array(new SharedArrayBuffer(4)) },
  }))
  const local = jobs.filter(({ target }) => !target)
  const threads = Math.ceil(local.reduce((sum, { turns }) => sum + turns.count, 0) / minOfThread)
  const orders = orderForEach(local, Math.min(availableParallelism(), threads), ({ turns }) => turns.count)
  return { orders, remote: jobs.filter(({ target }) => target) }
}

/** Rules of an interface that a run checks. */
function countChecks(name: string, only: RegExp | undefined): number {
  return loadRules(name).filter((rule) => isOnTheWire(rule) && isSelected({ only }, rule)).length
}

async function runHere(jobs: readonly Job[], add: (result: RuleResult) => void, stop: AbortSignal): Promise<void> {
  for (const job of jobs) await runInterface(job, add, stop)
}

async function runInThread(jobs: readonly Job[], add: (result: RuleResult) => void, stop: AbortSignal): Promise<void> {
  const worker = new Worker(workerFile, { workerData: { jobs, workspace: openedWorkspace() } satisfies WorkerInput })
  const tellToStop = () => worker.postMessage('stop')
  stop.addEventListener('abort', tellToStop)
  worker.on('message', add)
  try {
    // Rejects with the error of a thread that fails.
    const [code] = await once(worker, 'exit')
    if (code !== 0) throw new RunFailedError(`a thread of the run ended with ${code}`)
  } finally {
    stop.removeEventListener('abort', tellToStop)
  }
}

function byRule(one: RuleResult, other: RuleResult): number {
  return one.interface.localeCompare(other.interface) || one.rule.id.localeCompare(other.rule.id)
}

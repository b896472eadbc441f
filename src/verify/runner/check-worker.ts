import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { hideExperimentalWarnings } from '../../experimental-warnings.ts'
import type { WorkspaceRecipe } from '../../workspace/workspace.ts'
import type { RuleResult } from './report.ts'
import type { Job } from './run-interface.ts'

/** What a thread needs to know. */
export interface WorkerInput {
  jobs: readonly Job[]
  /** What the process has opened. */
  recipe: WorkspaceRecipe
}

// A thread of `runChecks`: runs the jobs that it was started with, reports each result, and stops at any message. A thread does not inherit
// the compile cache, which must be on before the other modules load.
enableCompileCache()
hideExperimentalWarnings()
const stop = new AbortController()
parentPort?.once('message', () => stop.abort())
const { jobs, recipe } = workerData as WorkerInput
const { openWorkspace } = await import('../../workspace/open-workspace.ts')
const workspace = await openWorkspace(recipe)
const { runInterface } = await import('./run-interface.ts')
const report = (result: RuleResult) => parentPort?.postMessage(result)
for (const job of jobs) await runInterface(workspace, job, report, stop.signal)
parentPort?.close()

import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { hideExperimentalWarnings } from '../../experimental-warnings.ts'
import type { WorkspaceOptions } from '../../workspace/interfaces.ts'
import type { RuleResult } from './report.ts'
import type { Job } from './run-interface.ts'

/** What a thread needs to know. */
export interface WorkerInput {
  jobs: readonly Job[]
  /** What the process has opened. */
  workspace: WorkspaceOptions | undefined
}

// A thread of `runChecks`: runs the jobs that it was started with, reports each result, and stops at any message. A thread does not inherit
// the compile cache, which must be on before the other modules load.
enableCompileCache()
hideExperimentalWarnings()
const stop = new AbortController()
parentPort?.once('message', () => stop.abort())
const { jobs, workspace } = workerData as WorkerInput
if (workspace) await (await import('../../workspace/open-workspace.ts')).openWorkspace(workspace)
const { runInterface } = await import('./run-interface.ts')
const report = (result: RuleResult) => parentPort?.postMessage(result)
for (const job of jobs) await runInterface(job, report, stop.signal)
parentPort?.close()

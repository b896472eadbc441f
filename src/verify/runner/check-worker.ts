import { parentPort, workerData } from 'node:worker_threads'
import type { RuleResult } from './report.ts'
import { type Job, runInterface } from './run-interface.ts'

// A thread of `runChecks`: runs the jobs that it was started with, tells each result, and stops at any message.
const stop = new AbortController()
parentPort?.once('message', () => stop.abort())
const tell = (result: RuleResult) => parentPort?.postMessage(result)
for (const job of workerData as Job[]) await runInterface(job, tell, stop.signal)
parentPort?.close()

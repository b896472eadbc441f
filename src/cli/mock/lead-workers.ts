import cluster, { type Worker } from 'node:cluster'
import { UserError } from '../../user-error.ts'
import { stopOnSignal } from '../listening.ts'
import type { WorkerMessage } from './serve.ts'

/**
 * Runs this command in several processes, which share its ports. Replaces a process that ends. If one cannot start, ends all.
 *
 * @throws {UserError} when one of them cannot start
 */
export async function leadWorkers(count: number): Promise<void> {
  let stopping = false
  const stop = () => {
    stopping = true
    return endAll()
  }
  const replace = async (worker: Worker) => {
    if (stopping) return
    console.error(`worker ${worker.process.pid} ended with ${reasonOf(worker)}; another takes its place`)
    await start().catch(async (error: unknown) => {
      if (stopping) return
      console.error((error as Error).message)
      await stop()
      process.exitCode = 1
    })
  }
  const start = async () => {
    const { worker, description } = await startWorker()
    worker.once('exit', () => replace(worker))
    return description
  }

  stopOnSignal(stop)
  try {
    // The first worker starts alone, so that a reason why it cannot start is printed once.
    const description = await start()
    await Promise.all(Array.from({ length: count - 1 }, start))
    process.stdout.write(description)
  } catch (error) {
    // A signal may have come during the start.
    if (stopping) return
    await stop()
    throw error
  }
}

/** Resolves with the worker's message once the worker listens. */
function startWorker(): Promise<{ worker: Worker; description: string }> {
  return new Promise((resolve, reject) => {
    const worker = cluster.fork()
    const fail = () => reject(new UserError(`a worker ended with ${reasonOf(worker)} before it listened`))
    worker.once('exit', fail)
    worker.once('message', (message: WorkerMessage) => {
      worker.off('exit', fail)
      if ('failure' in message) reject(new UserError(message.failure))
      else resolve({ worker, description: message.description })
    })
  })
}

async function endAll(): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  await Promise.all(
    workers.map((worker) => {
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.process.kill('SIGTERM')
      return ended
    }),
  )
}

function reasonOf({ process: { exitCode, signalCode } }: Worker): string {
  return signalCode ?? `exit code ${exitCode}`
}

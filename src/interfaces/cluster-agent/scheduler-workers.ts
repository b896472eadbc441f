import { randomUUID } from 'node:crypto'
import type { operations } from '../../../generated/cluster-agent/types.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { SchedulerFile, Schedulers, SchedulerWorker } from './state.ts'

type Update = operations['updateSchedulerConfig']['requestBody']['content']['application/json']

const schedulerNames = ['service', 'batch', 'system', 'sysbatch', '_core']

/** Refuses an unknown scheduler (gap AGT-G29); the schema checks the number of workers. */
export function refuseUpdate({ enabled_schedulers: names }: Update): Refusal | undefined {
  const unknown = names?.find((name) => !schedulerNames.includes(name))
  if (unknown === undefined) return undefined
  const why = `Invalid request: unknown scheduler ${JSON.stringify(unknown)}`
  return new Refusal('invalid-request', why, { rules: ['AGT-158'] })
}

/** Applies an update to the schedulers: a missing field keeps its value, and `server_id` is ignored (gap AGT-G29). */
export function applyUpdate({ config, workers }: Schedulers, update: Update, now: Date): Schedulers {
  const count = update.num_schedulers ?? config.num_schedulers
  const enabled = [...new Set(update.enabled_schedulers ?? config.enabled_schedulers)]
  const staying = count === 0 ? [] : workers.slice(-count)
  const added = Array.from({ length: count - staying.length }, () => ({
    id: randomUUID(),
    started: now.toISOString(),
  }))
  return {
    config: { ...config, num_schedulers: count, enabled_schedulers: enabled },
    workers: assign([...added, ...staying], enabled),
  }
}

/** The schedulers of a starting agent, from its configuration file (AGT-160). */
export function startSchedulers(file: SchedulerFile, serverId: string, now: Date): Schedulers {
  return applyUpdate({ config: { ...file, server_id: serverId }, workers: [] }, file, now)
}

/** Three of four workers are paused, as in the documented lists. */
function assign(workers: Pick<SchedulerWorker, 'id' | 'started'>[], enabled: string[]): SchedulerWorker[] {
  const paused = Math.floor((workers.length * 3) / 4)
  return workers.map(({ id, started }, index) => ({
    id,
    started,
    enabled_schedulers: enabled,
    ...(index < paused
      ? { status: 'Paused', workload_status: 'Paused' }
      : { status: 'Started', workload_status: 'WaitingToDequeue' }),
  }))
}

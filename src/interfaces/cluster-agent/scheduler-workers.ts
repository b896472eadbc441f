import type { operations } from '../../../generated/cluster-agent/types.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { SchedulerFile, Schedulers, SchedulerWorker } from './state.ts'
import { quote } from './targets.ts'

type Update = operations['updateSchedulerConfig']['requestBody']['content']['application/json']

const schedulerNames = ['service', 'batch', 'system', 'sysbatch', '_core']
const maxWorkers = 1024

interface Start {
  now: Date
  /** The leader keeps most of its workers paused. */
  leads: boolean
  newId(): string
}

/** Values that cannot form a configuration (gap AGT-G29). */
export function refuseUpdate({ enabled_schedulers: names, num_schedulers: count = 0 }: Update): Refusal | undefined {
  const refuse = (why: string) => new Refusal('invalid-request', `Invalid request: ${why}`, { rules: ['AGT-158'] })
  if (count < 0 || count > maxWorkers) return refuse(`num_schedulers is not between 0 and ${maxWorkers}`)
  const unknown = names?.find((name) => !schedulerNames.includes(name))
  if (unknown !== undefined) return refuse(`unknown scheduler ${quote(unknown)}`)
  return undefined
}

/** The schedulers with an update applied: a field left out keeps its value, `server_id` is ignored (gap AGT-G29). */
export function applyUpdate({ config, workers }: Schedulers, update: Update, start: Start): Schedulers {
  const count = update.num_schedulers ?? config.num_schedulers
  const enabled = [...new Set(update.enabled_schedulers ?? config.enabled_schedulers)]
  const staying = count === 0 ? [] : workers.slice(-count)
  const added = Array.from({ length: count - staying.length }, () => newWorker(start))
  return {
    config: { ...config, num_schedulers: count, enabled_schedulers: enabled },
    workers: assign([...added, ...staying], enabled, start),
  }
}

/** The schedulers as an agent starts them: from its configuration file, whatever was set before (AGT-160). */
export function startSchedulers(file: SchedulerFile, serverId: string, start: Start): Schedulers {
  const none = { config: { enabled_schedulers: [], num_schedulers: 0, server_id: serverId }, workers: [] }
  return applyUpdate(none, file, start)
}

function newWorker({ now, newId }: Start): Pick<SchedulerWorker, 'id' | 'started'> {
  return { id: newId(), started: now.toISOString() }
}

/** On a leader, three of four workers are paused, as in the documented lists. */
function assign(
  workers: Pick<SchedulerWorker, 'id' | 'started'>[],
  enabled: string[],
  { leads }: Start,
): SchedulerWorker[] {
  const paused = leads ? Math.floor((workers.length * 3) / 4) : 0
  return workers.map(({ id, started }, index) => ({
    id,
    started,
    enabled_schedulers: enabled,
    ...(index < paused
      ? { status: 'Paused', workload_status: 'Paused' }
      : { status: 'Started', workload_status: 'WaitingToDequeue' }),
  }))
}

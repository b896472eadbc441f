import { randomUUID } from 'node:crypto'
import type { operations } from '../../../generated/cluster-agent/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import type { Conditions } from './conditions.ts'
import { writeLog } from './logs/agent-log.ts'
import { unlessServer } from './modes.ts'
import { applyUpdate, refuseUpdate } from './scheduler-workers.ts'
import { only, present, readSelf, type Schedulers, schedulersIn } from './state.ts'

export const schedulers = {
  async listSchedulers(_, context) {
    const wrongMode = unlessServer(context, 'AGT-094')
    if (wrongMode) return wrongMode
    const { config, workers } = present(await schedulersIn(context.store).get(only.schedulers), 'schedulers')
    return { status: 200, body: { schedulers: workers, server_id: config.server_id } }
  },

  async getSchedulerConfig(_, context) {
    const wrongMode = unlessServer(context, 'AGT-097')
    if (wrongMode) return wrongMode
    const { config } = present(await schedulersIn(context.store).get(only.schedulers), 'schedulers')
    return { status: 200, body: config }
  },

  /** Answers the configuration after the attempt (AGT-162), which lasts until the next update (AGT-159) or a restart (AGT-160). */
  async updateSchedulerConfig({ body }, context) {
    const refusal = refuseUpdate(body) ?? unlessServer(context, 'AGT-100')
    if (refusal) return refusal
    const { store, clock, conditions } = context
    const { member } = await readSelf(store)
    const start = { now: clock.now(), leads: conditions.leader === member.Name, newId: randomUUID }
    const apply = (current: Schedulers | undefined) =>
      current && (conditions.schedulerUpdatesApply ? applyUpdate(current, body, start) : current)
    const { config } = present(await schedulersIn(store).update(only.schedulers, apply), 'schedulers')
    const outcome = conditions.schedulerUpdatesApply ? 'updated' : 'not updated'
    const fields: [string, string][] = [['num_schedulers', String(config.num_schedulers)]]
    await writeLog(context, { level: 'info', module: 'agent', message: `scheduler configuration ${outcome}`, fields })
    context.because('AGT-159', 'AGT-162')
    return { status: 200, body: config }
  },
} satisfies Behaviours<operations, Conditions>

import type { operations } from '../../../generated/cluster-agent/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import type { Answer, InterfaceDefinition } from '../../behaviour/definition.ts'
import type { InvalidPart, Refusal } from '../../behaviour/refusal.ts'
import { refusalAnswer } from '../../behaviour/refusal-answer.ts'
import { actions } from './actions.ts'
import { refuseAddresses } from './addresses.ts'
import { admit } from './admission.ts'
import { type Conditions, conditions, unlessClient, unlessServer } from './conditions.ts'
import { writeLog } from './logs/log.ts'
import { monitor } from './logs/monitor.ts'
import { membership } from './membership.ts'
import { profiles } from './profiles/profiles.ts'
import { recordKinds } from './record-kinds.ts'
import { reports } from './reports/reports.ts'
import { applyUpdate, refuseUpdate } from './scheduler-workers.ts'
import { credentials, records, seed } from './seed.ts'
import { only, present, type Schedulers, schedulersIn, serverListIn } from './state.ts'

const schedulers = {
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
    const apply = (current: Schedulers | undefined) =>
      current && (conditions.schedulerUpdatesApply ? applyUpdate(current, body, clock.now()) : current)
    const { config } = present(await schedulersIn(store).update(only.schedulers, apply), 'schedulers')
    const message = `scheduler configuration ${conditions.schedulerUpdatesApply ? '' : 'not '}updated`
    await writeLog(context, 'info', 'agent', message, ['num_schedulers', String(config.num_schedulers)])
    context.cite('AGT-159', 'AGT-162')
    return { status: 200, body: config }
  },
} satisfies Behaviours<operations, Conditions>

const knownServers = {
  async listServers(_, context) {
    const wrongMode = unlessClient(context, 'AGT-058')
    if (wrongMode) return wrongMode
    const { addresses } = present(await serverListIn(context.store).get(only.known), 'serverList')
    return { status: 200, body: addresses }
  },

  /** An earlier entry stays only if it is given again (AGT-108). */
  async replaceServers({ query: { address } }, context) {
    const refusal = refuseAddresses(address, 'AGT-106') ?? unlessClient(context, 'AGT-061')
    if (refusal) return refusal
    await serverListIn(context.store).set(only.known, { addresses: address })
    await writeLog(context, 'info', 'client', 'server list replaced', ['servers', address.join(',')])
    context.cite('AGT-108')
    return { status: 200 }
  },
} satisfies Behaviours<operations, Conditions>

const behaviours = { ...membership, ...knownServers, ...reports, ...monitor, ...profiles, ...schedulers }

export const definition: InterfaceDefinition<operations, Conditions, undefined> = {
  actions,
  admit,
  behaviours,
  conditions,
  credentials,
  recordKinds,
  records,
  renderRefusal,
  seed,
  // As in the family, the body is read as JSON whatever the header says.
  ignoresContentType: true,
}

/** One line of plain text, as in the family. Error bodies are not documented, except for health (gap AGT-G37). */
function renderRefusal(refusal: Refusal): Answer {
  return refusalAnswer(refusal, {
    mediaType: 'text/plain',
    body: (inOwnWords(refusal.violations) ?? refusal.detail).replaceAll(/\s/g, ' '),
  })
}

/** The text of the documented example for a wrong parameter, if there is one. */
function inOwnWords([first]: readonly InvalidPart[]): string | undefined {
  if (first?.path[0] !== 'query') return undefined
  const [, parameter = /'(\w+)'$/.exec(first.message)?.[1]] = first.path
  const missing = first.path.length === 1
  switch (parameter) {
    case 'address':
      return missing ? 'missing address' : 'invalid address: not of the form ip:port'
    case 'node':
      return missing ? 'missing node to force leave' : 'invalid node value'
    case 'prune':
      return 'invalid prune value'
  }
}

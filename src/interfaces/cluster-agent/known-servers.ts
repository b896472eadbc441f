import type { operations } from '../../../generated/cluster-agent/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { refuseAddresses } from './addresses.ts'
import type { Conditions } from './conditions.ts'
import { writeLog } from './logs/agent-log.ts'
import { unlessClient } from './modes.ts'
import { only, present, serverListIn } from './state.ts'

export const knownServers = {
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
    const fields: [string, string][] = [['servers', address.join(',')]]
    await writeLog(context, { level: 'info', module: 'client', message: 'server list replaced', fields })
    context.because('AGT-108')
    return { status: 200 }
  },
} satisfies Behaviours<operations, Conditions>

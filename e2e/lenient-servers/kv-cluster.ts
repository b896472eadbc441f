import { changesBody, on, turnsStatus } from '../../src/check/sabotage.ts'
import { common, type Front, inOrder } from './differences.ts'

/** There is no path for health, because the documents show only the command of the control tool. */
const hasNoHealthPath: Front = on('getHealth', turnsStatus(200, 404))

/** The metric of the known peers has its type but no sample. */
const knowsNobody: Front = on(
  'getMetrics',
  changesBody((text: string) =>
    text.replace(/^(kv_network_known_peers)\{.*\n(?:\1.*\n)*/m, '').replace(/^# (?!TYPE ).*\n/gm, ''),
  ),
)

/** Members succeed with another status, because the documents show none. */
const answers201: Front = on(['getVersion', 'getMetrics'], turnsStatus(200, 201))

export const front: Front = inOrder(common, answers201, hasNoHealthPath, knowsNobody)

import { changesBody, on, turnsStatus } from '../../src/check/sabotage.ts'
import { common, type Front, inOrder } from './differences.ts'

/** Health is asked by the control tool alone: no document shows a path of its own. */
const hasNoHealthPath: Front = on('getHealth', turnsStatus(200, 404))

/** Nobody is known yet: the metric of the known peers has its type and no sample. */
const knowsNobody: Front = on(
  'getMetrics',
  changesBody((text: string) =>
    text.replace(/^(kv_network_known_peers)\{.*\n(?:\1.*\n)*/m, '').replace(/^# (?!TYPE ).*\n/gm, ''),
  ),
)

export const front: Front = inOrder(common, hasNoHealthPath, knowsNobody)

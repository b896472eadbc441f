import { on, turnsStatus } from '../../src/check/sabotage.ts'
import { common, type Front, inOrder } from './differences.ts'

/** Health is asked by the control tool alone: no document shows a path of its own. */
const hasNoHealthPath: Front = on('getHealth', turnsStatus(200, 404))

export const front: Front = inOrder(common, hasNoHealthPath)

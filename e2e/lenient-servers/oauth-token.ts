import { on, turnsStatus } from '../../src/check/sabotage.ts'
import { common, type Front, inOrder, refusesWith } from './differences.ts'

/** Refusals have their own status and body. */
const refusesOtherwise: Front = refusesWith((answer) => ({
  ...answer,
  status: 418,
  headers: { 'content-type': 'application/json' },
  body: { refused: true },
}))

/** A payment is accepted, and made later. */
const accepts: Front = on('callPayments', turnsStatus(200, 202))

export const front: Front = inOrder(common, refusesOtherwise, accepts)

import { on, turnsStatus } from '../../src/check/sabotage.ts'
import { common, type Front, inOrder, refusesWith } from './differences.ts'

/** Refusals have their own status and body, except for the documented 411. */
const refusesOtherwise: Front = refusesWith((answer) =>
  answer.status === 411
    ? answer
    : { status: 418, headers: { 'content-type': 'application/json' }, body: { refused: true } },
)

/** A removal is accepted, and done later. */
const removesLater: Front = on('removeAppUser', turnsStatus(204, 202))

export const front: Front = inOrder(common, refusesOtherwise, removesLater)

import { on, turnsStatus } from '../../src/check/sabotage.ts'
import { common, type Front, inOrder, refusesWith } from './differences.ts'

/** Client errors have their own status and body; other errors stay unchanged. */
const refusesOtherwise: Front = refusesWith((answer) => ({
  status: answer.status < 500 ? 418 : 503,
  headers: { 'content-type': 'application/json' },
  body: { refused: true },
}))

const marksAgain: Front = on('createDocgenTemplate', turnsStatus(200, 201))

export const front: Front = inOrder(common, refusesOtherwise, marksAgain)

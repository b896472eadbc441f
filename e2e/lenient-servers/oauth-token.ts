import { changesBody, on } from '../../src/check/sabotage.ts'
import { type BrokenServer, common, type Front, inOrder, refusesWith, succeedsWith } from './differences.ts'

/** Refusals have their own status and body. */
const refusesOtherwise: Front = refusesWith((answer) => ({
  ...answer,
  status: 418,
  headers: { 'content-type': 'application/json' },
  body: { refused: true },
}))

export const front: Front = inOrder(common, refusesOtherwise, succeedsWith(202))

const without = (name: string): Front =>
  on(
    'requestToken',
    changesBody((token: object) => Object.fromEntries(Object.entries(token).filter(([member]) => member !== name))),
  )

export const broken: readonly BrokenServer[] = [
  { what: 'leaves refresh_expires_in out', breaks: ['OAT-009'], server: without('refresh_expires_in') },
  { what: 'leaves not-before-policy out', breaks: ['OAT-009'], server: without('not-before-policy') },
]

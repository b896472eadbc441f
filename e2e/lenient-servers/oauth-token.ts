import { changesBody, on, turnsStatus } from '../../src/check/sabotage.ts'
import { type BrokenServer, common, type Front, inOrder, refusesWith } from './differences.ts'

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

const without = (name: string): Front =>
  on(
    'requestToken',
    changesBody((token: object) => Object.fromEntries(Object.entries(token).filter(([member]) => member !== name))),
  )

export const broken: readonly BrokenServer[] = [
  { what: 'leaves refresh_expires_in out', breaks: ['OAT-009'], server: without('refresh_expires_in') },
  { what: 'leaves not-before-policy out', breaks: ['OAT-009'], server: without('not-before-policy') },
  { what: 'answers a token request with 201', breaks: [], server: on('requestToken', turnsStatus(200, 201)) },
]

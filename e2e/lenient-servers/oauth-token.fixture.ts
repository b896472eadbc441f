import { changesBody, on } from '../../src/check/sabotage.ts'
import {
  type BrokenServer,
  common,
  type Difference,
  inOrder,
  refused,
  refusesWith,
  succeedsWith,
} from './differences.fixture.ts'

export const differences: Difference = inOrder(
  common,
  refusesWith(() => refused),
  succeedsWith(202),
)

const without = (name: string): Difference =>
  on(
    'requestToken',
    changesBody((token: object) => Object.fromEntries(Object.entries(token).filter(([member]) => member !== name))),
  )

export const broken: readonly BrokenServer[] = [
  { what: 'leaves refresh_expires_in out', breaks: ['OAT-009'], server: without('refresh_expires_in') },
  { what: 'leaves not-before-policy out', breaks: ['OAT-009'], server: without('not-before-policy') },
]

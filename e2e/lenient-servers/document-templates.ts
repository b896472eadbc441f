import { changesQuery, on, turnsStatus } from '../../src/check/sabotage.ts'
import { type BrokenServer, common, type Front, inOrder, refusesWith } from './differences.ts'

/** Client errors have their own status and body; other errors stay unchanged. */
const refusesOtherwise: Front = refusesWith((answer) => ({
  status: answer.status < 500 ? 418 : 503,
  headers: { 'content-type': 'application/json' },
  body: { refused: true },
}))

const marksAgain: Front = on('createDocgenTemplate', turnsStatus(200, 201))

export const front: Front = inOrder(common, refusesOtherwise, marksAgain)

/** Reads a limit in its own way. */
const reads = (change: (limit: number) => number): Front =>
  on(
    'listDocgenTemplates',
    changesQuery((query) => {
      const limit = query.get('limit') ?? ''
      if (/^\d+$/.test(limit)) query.set('limit', String(change(Number(limit))))
    }),
  )

export const broken: readonly BrokenServer[] = [
  { what: 'takes a limit of more than 64 bits', breaks: ['DOC-029'], server: reads((limit) => Math.min(limit, 1e6)) },
  {
    what: 'has a maximum of two templates',
    breaks: [],
    server: reads((limit) => (limit < 2 ** 63 ? Math.min(limit, 2) : limit)),
  },
]

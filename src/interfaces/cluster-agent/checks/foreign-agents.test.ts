import { expect, it } from 'vitest'
import { changesBody, on, type Sabotage } from '../../../check/sabotage.ts'
import { failedIn, resultsOn } from '../../../verify/runner/results.fixture.ts'
import { changesFrames } from './logs/stream-sabotage.ts'

type Members = Record<string, unknown>

const lacksClient = on('getHealth', changesBody, ({ client: _, ...half }: Members) => half)
const lacksRaft = on('getSelf', changesBody, (body: { stats: Members }) => {
  const { raft: _, ...groups } = body.stats
  return { ...body, stats: groups }
})

/** Leaves out what belongs to one half of an agent. */
const lacksHalf: Sabotage = (request, forward) => lacksClient(request, (seen) => lacksRaft(seen, forward))
const halves = ['AGT-030', 'AGT-032', 'AGT-120']

it('an agent of one mode may leave out what belongs to the other: it differs', async () => {
  const results = await resultsOn('cluster-agent', lacksHalf, { only: halves, resources: { 'client mode': undefined } })
  expect([results.failed, results.differs]).toEqual([[], halves])
})

it('an agent of both modes that leaves out a half, and frames without an offset, break these rules and no other', async () => {
  const withoutOffset = changesFrames(({ Offset: _, ...frame }) => frame)
  const results = await resultsOn('cluster-agent', (request, forward) =>
    lacksHalf(request, (seen) => withoutOffset(seen, forward)),
  )
  expect(failedIn(results)).toEqual(['AGT-030', 'AGT-032', 'AGT-047', 'AGT-120'])
})

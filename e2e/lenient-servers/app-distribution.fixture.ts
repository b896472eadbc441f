import { changesBody, on } from '../../src/check/sabotage.ts'
import { common, type Difference, inOrder, refused, refusesWith, succeedsWith } from './differences.fixture.ts'

/** Refusals have their own status and body, except for the documented 411. */
const refusesOtherwise: Difference = refusesWith((answer) => (answer.status === 411 ? answer : refused))

/** A profile tells when it was read. */
const tellsTime: Difference = on(
  'getUser',
  changesBody((profile: object) => ({ ...profile, read_at: performance.now() })),
)

/** A body of no bytes is a body, which is not JSON. */
const takesNoBytes: Difference = on('updateUser', async (request, forward) => {
  const answer = await forward(request)
  return request.headers['content-length'] === '0' ? { ...answer, status: 400 } : answer
})

export const differences: Difference = inOrder(common, takesNoBytes, refusesOtherwise, succeedsWith(202), tellsTime)

import { changesBody, on } from '../../src/check/sabotage.ts'
import { common, type Front, inOrder, refused, refusesWith, succeedsWith } from './front.fixture.ts'

/** Refusals have their own status and body, except for the documented 411. */
const refusesOtherwise: Front = refusesWith((answer) => (answer.status === 411 ? answer : refused))

/** A profile tells when it was read. */
const tellsTime: Front = on(
  'getUser',
  changesBody((profile: object) => ({ ...profile, read_at: performance.now() })),
)

/** A body of no bytes is a body, which is not JSON. */
const takesNoBytes: Front = on('updateUser', async (request, forward) => {
  const answer = await forward(request)
  return request.headers['content-length'] === '0' ? { ...answer, status: 400 } : answer
})

export const front: Front = inOrder(common, takesNoBytes, refusesOtherwise, succeedsWith(202), tellsTime)

import { changesAnswer, on } from '../../src/check/sabotage.ts'
import { answersJson, common, type Front, inOrder, isObject, refusesWith } from './differences.ts'

/** The agent runs only as a server, and leaves out the members of a client. */
const runsAsServer: Front = answersJson((body, operation) => {
  if (operation === 'getHealth') return withoutMember(body, 'client')
  if (operation === 'getSelf' && isObject(body.stats)) return { ...body, stats: withoutMember(body.stats, 'client') }
  return body
})

/** Heartbeats come between the frames, and an `Offset` of 0 is left out. */
const sendsHeartbeats: Front = on(
  'streamLogs',
  changesAnswer((answer) => ({ ...answer, body: withHeartbeats(answer.body as AsyncIterable<Uint8Array>) })),
)

async function* withHeartbeats(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    const text = Buffer.from(piece).toString()
    if (!text.startsWith('{"Data":')) yield piece
    else {
      const { Offset, ...frame } = JSON.parse(text)
      yield Buffer.from(`{}${JSON.stringify(Offset === 0 ? frame : { ...frame, Offset })}`)
    }
  }
}

/** Refusals are JSON with other statuses, because the reference shows neither. The 500 of the health check stays. */
const refusesInJson: Front = refusesWith((answer) =>
  answer.status === 500 ? answer : { ...answer, status: 418, body: { error: 'refused' } },
)

function withoutMember(body: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([known]) => known !== name))
}

export const front: Front = inOrder(common, refusesInJson, runsAsServer, sendsHeartbeats)

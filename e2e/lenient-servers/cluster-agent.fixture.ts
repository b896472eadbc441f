import { changesAnswer, on } from '../../src/check/sabotage.ts'
import { answersJson, common, type Difference, inOrder, refusesWith, succeedsWith } from './differences.fixture.ts'

/** Force-leave answers nothing, because the reference shows no body. */
const saysNothing: Difference = on(
  'forceLeaveMember',
  changesAnswer((answer) => (answer.status === 200 ? { status: 200, headers: {}, body: undefined } : answer)),
)

/** All workers have the id of the server. */
const hasOneId: Difference = on(
  'listSchedulers',
  answersJson((body) => ({
    ...body,
    schedulers: (body.schedulers as object[]).map((worker) => ({ ...worker, id: body.server_id })),
  })),
)

/** Heartbeats come between the frames, and an `Offset` of 0 is left out. */
const sendsHeartbeats: Difference = on(
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
const refusesInJson: Difference = refusesWith((answer) =>
  answer.status === 500 ? answer : { ...answer, status: 418, body: { error: 'refused' } },
)

export const differences: Difference = inOrder(
  common,
  refusesInJson,
  succeedsWith(202),
  saysNothing,
  hasOneId,
  sendsHeartbeats,
)

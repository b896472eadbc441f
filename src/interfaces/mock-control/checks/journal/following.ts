import type { AttemptInput, OpenReply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { changesAnswer, ignoresQuery, on, type Sabotage } from '../../../../check/sabotage.ts'
import { anOrder, ordersOf } from '../callers.ts'
import { type Context, inSessions, type JournalEntry, journalOf } from '../session.ts'

/** An open event stream of a journal. */
interface Followed extends OpenReply {
  /** The next requests; fewer when the stream ends, or brings none for some seconds. */
  next(count: number): Promise<JournalEntry[]>
  /** True when the stream ends by itself within some seconds. */
  ends(): Promise<boolean>
}

const timeout = 3000

async function follow(t: Context, session: string, query: AttemptInput['query'] = {}): Promise<Followed> {
  const reply = await t.open('getJournal', { path: { session }, query: { follow: true, ...query } })
  const events = requestsIn(reply.chunks)
  const within = async <T>(coming: Promise<T>): Promise<T | undefined> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), timeout)
    })
    return Promise.race([coming, late]).finally(() => clearTimeout(timer))
  }
  return {
    ...reply,
    async next(count) {
      const found: JournalEntry[] = []
      while (found.length < count) {
        const event = await within(events.next())
        if (event === undefined || event.done) break
        found.push(event.value)
      }
      return found
    },
    async ends() {
      const event = await within(events.next().catch(() => undefined))
      return event?.done === true
    },
  }
}

async function* requestsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<JournalEntry, undefined> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const [, data] = /^event: request\ndata: (.*)$/.exec(event) ?? []
      if (data !== undefined) yield JSON.parse(data)
    }
  }
  return undefined
}

const operationsOf = (entries: readonly JournalEntry[]) => entries.map(({ operation }) => operation)

/** The stream of a journal holds other bytes. */
const changesStream = (change: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>): Sabotage =>
  on('getJournal', changesAnswer, (answer) =>
    answer.headers['content-type'] === 'text/event-stream'
      ? { ...answer, body: change(answer.body as AsyncIterable<Uint8Array>) }
      : answer,
  )

async function* firstOnly(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = 2
  for await (const piece of pieces) {
    yield piece
    if (--left === 0) return
  }
}

async function* neverEnding(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces
  await new Promise((resolve) => setTimeout(resolve, timeout + 1000))
}

/** The pieces of the stream have another text. */
const changesText = (change: (text: string) => string): Sabotage =>
  changesStream(async function* (pieces) {
    for await (const piece of pieces) yield Buffer.from(change(Buffer.from(piece).toString()))
  })

export const following = inSessions({
  'CTL-063': {
    async run({ t, session, control }) {
      const { statuses, call } = await ordersOf(t, session)
      await statuses(1)
      const all = await follow(t, session)
      const wrong = await follow(t, session, { status: '4xx' })
      try {
        expect(all.status, 'status of a followed journal').toBe(200)
        expect(all.headers['content-type'], 'media type of a followed journal').toMatch(/^text\/event-stream\b/)
        expect(operationsOf(await all.next(1)), 'requests so far').toEqual(['listOrders'])
        await call('GET /nothing')
        await statuses(1)
        expect(operationsOf(await all.next(2)), 'new requests').toEqual([null, 'listOrders'])
        expect(operationsOf(await wrong.next(1)), 'new requests with an error').toEqual([null])
        await control('deleteSession')
        expect(await all.ends(), 'the stream ends with the session').toBe(true)
        expect(await wrong.ends(), 'the other stream brings nothing else').toBe(true)
      } finally {
        all.close()
        wrong.close()
      }
    },
    sabotage: [
      on('getJournal', ignoresQuery('follow')),
      on('getJournal', ignoresQuery('status')),
      changesStream(firstOnly),
      changesStream(neverEnding),
      changesText((text) => text.replace('event: request', 'event: other')),
    ],
  },
  'CTL-074': {
    async run({ t, session }) {
      const token = await anOrder(t)
      const { update, statuses } = await ordersOf(t, session)
      const followed = await follow(t, session, { changes: true })
      try {
        await update(token, { status: 'Processed', trackingNumber: '7c41d9e0' })
        await statuses(1)
        const [changed, read] = await followed.next(2)
        if (changed?.changes === null) t.inconclusive('several processes share the sessions of this mock')
        expect(
          changed?.changes?.map(({ kind, key }) => `${kind} ${key}`),
          'what an update has changed',
        ).toEqual([`orders ${token}`])
        const { before, after } = Object(changed?.changes?.[0])
        expect(before?.trackingNumber, 'before the update').not.toBe('7c41d9e0')
        expect(after?.trackingNumber, 'after the update').toBe('7c41d9e0')
        expect(read?.changes, 'what a list has changed').toEqual([])
        const kept = JSON.stringify(await journalOf(t, session))
        expect(kept, 'the journal').not.toContain('7c41d9e0')
      } finally {
        followed.close()
      }
    },
    sabotage: [
      on('getJournal', ignoresQuery('changes')),
      changesText((text) =>
        text.replace(/"before":.*?,"after"/, '"before":null,"after"').replace('"after":{', '"after":null,"x":{'),
      ),
      changesText((text) =>
        text.replace(/"changes":\[\]/, '"changes":[{"kind":"orders","key":"x","before":null,"after":null}]'),
      ),
    ],
  },
  'CTL-064': {
    async run({ t, session }) {
      const open: OpenReply[] = []
      try {
        while (open.length < 21) open.push(await follow(t, session))
        const found = open.map(({ status }) => status)
        expect(found, 'statuses of 21 followers').toEqual([...Array(20).fill(200), 409])
      } finally {
        for (const { close } of open) close()
      }
    },
    sabotage: [
      on('getJournal', changesAnswer, (answer) =>
        answer.status === 409
          ? { status: 200, headers: { 'content-type': 'application/json' }, body: { requests: [] } }
          : answer,
      ),
      on('getJournal', refusesAfter(10)),
    ],
  },
})

/** Followers after the first ones are refused. */
function refusesAfter(count: number): Sabotage {
  let followers = 0
  return changesAnswer((answer, { query }) =>
    query.includes('follow') && ++followers > count
      ? { status: 409, headers: { 'content-type': 'application/problem+json' }, body: { status: 409 } }
      : answer,
  )
}

import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { AttemptInput, OpenReply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { changesAnswer, ignoresQuery, on, turnsStatus } from '../../../check/sabotage.ts'
import { instead } from './sabotages.ts'
import { type Checks, inSession, type Schemas, type Session } from './session.ts'

type Entry = Schemas['JournalEntry']

/** An open event stream of a journal. */
interface Followed extends OpenReply {
  /** The next requests; fewer if the stream ends, or is silent for some seconds. */
  next(count: number): Promise<Entry[]>
  /** True if the server ends the stream within some seconds. */
  ends(): Promise<boolean>
}

const timeout = 3000

/** Follows the journal, and closes the stream when the check is over. */
async function follow(s: Session, query: AttemptInput['query'] = {}): Promise<Followed> {
  const reply = await s.t.open('getJournal', { path: { session: s.name }, query: { follow: true, ...query } })
  s.t.afterwards(async () => reply.close())
  const events = requestsIn(reply.chunks)
  const next = () => Promise.race([events.next(), setTimeout(timeout, undefined, { ref: false })])
  return {
    ...reply,
    async next(count) {
      const found: Entry[] = []
      while (found.length < count) {
        const event = await next()
        if (event === undefined || event.done) break
        found.push(event.value)
      }
      return found
    },
    ends: async () => (await next().catch(() => undefined))?.done === true,
  }
}

async function* requestsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Entry, undefined> {
  let before = ''
  for await (const line of createInterface({ input: Readable.from(chunks) })) {
    if (before === 'event: request' && line.startsWith('data: ')) yield JSON.parse(line.slice(6))
    before = line
  }
  return undefined
}

const operationsOf = (entries: readonly Entry[]) => entries.map(({ operation }) => operation)

/** Replaces text in each piece of a followed journal. */
const changesText = (pattern: string | RegExp, text: string) =>
  on('getJournal', changesAnswer, (answer) => {
    if (answer.headers['content-type'] !== 'text/event-stream') return answer
    const pieces = answer.body as AsyncIterable<Uint8Array>
    const body = (async function* () {
      for await (const piece of pieces) yield Buffer.from(Buffer.from(piece).toString().replace(pattern, text))
    })()
    return { ...answer, body }
  })

export const following: Checks = {
  'CTL-063': inSession(async (s) => {
    await s.statuses(1)
    const all = await follow(s)
    const wrong = await follow(s, { status: '4xx' })
    expect(all.status, 'status of a followed journal').toBe(200)
    expect(all.headers['content-type'], 'media type of a followed journal').toMatch(/^text\/event-stream\b/)
    expect(operationsOf(await all.next(1)), 'requests so far').toEqual(['listOrders'])
    await s.ask('orders', 'GET /nothing')
    await s.statuses(1)
    expect(operationsOf(await all.next(2)), 'new requests').toEqual([null, 'listOrders'])
    expect(operationsOf(await wrong.next(1)), 'new requests with an error').toEqual([null])
    await s.call('deleteSession')
    expect(await all.ends(), 'the stream ends with the session').toBe(true)
    expect(await wrong.ends(), 'the other stream brings nothing else').toBe(true)
  }).brokenBy(
    on('getJournal', ignoresQuery('follow')),
    on('getJournal', ignoresQuery('status')),
    instead('deleteSession', 'GET /clock'),
    changesText('event: request', 'event: other'),
  ),
  'CTL-064': inSession(async (s) => {
    const statuses: number[] = []
    while (statuses.length < 21) statuses.push((await follow(s)).status)
    expect(statuses, 'statuses of 21 followers').toEqual([...Array(20).fill(200), 409])
  }).brokenBy(on('getJournal', turnsStatus(409, 200))),
  'CTL-074': inSession(async (s) => {
    const token = await s.anOrder()
    const followed = await follow(s, { changes: true })
    await s.update(token, { status: 'Processed', trackingNumber: '7c41d9e0' })
    await s.statuses(1)
    const [updated, read] = await followed.next(2)
    if (updated?.changes === null)
      s.t.inconclusive('the mock had lost the changes of the update by the time it was to tell them')
    expect(updated?.changes?.length, 'records that an update has changed').toBe(1)
    const { kind, key, before, after } = Object(updated?.changes?.[0])
    expect(`${kind} ${key}`, 'the record that an update has changed').toBe(`orders ${token}`)
    expect(before?.trackingNumber, 'before the update').not.toBe('7c41d9e0')
    expect(after?.trackingNumber, 'after the update').toBe('7c41d9e0')
    expect(read?.changes, 'records that a list has changed').toEqual([])
    expect(JSON.stringify(await s.journal()), 'the journal').not.toContain('7c41d9e0')
  }).brokenBy(
    on('getJournal', ignoresQuery('changes')),
    changesText(/"before":.*?,"after":\{/, '"before":null,"after":null,"x":{'),
    changesText('"changes":[]', '"changes":[{"kind":"orders","key":"x","before":null,"after":null}]'),
  ),
}

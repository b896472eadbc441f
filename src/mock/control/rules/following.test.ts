import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { it, type More, type Schemas, type Session } from './session.fixture.ts'

type Entry = Schemas['JournalEntry']

const timeout = 3000

/** Follows the journal, and closes the stream when the test is over. */
async function follow(s: Session, query: More['query'] = {}) {
  const caller = new AbortController()
  s.afterwards(() => caller.abort())
  const search = new URLSearchParams({ follow: 'true', ...query })
  const url = `${s.origin}/_control/sessions/${s.name}/journal?${search}`
  const { status, headers, body } = await fetch(url, { signal: caller.signal })
  const events = requestsIn(body as AsyncIterable<Uint8Array>)
  const next = () => Promise.race([events.next(), setTimeout(timeout, undefined, { ref: false })])
  return {
    status,
    headers,
    /** The next requests; fewer if the stream ends, or is silent for some seconds. */
    async next(count: number) {
      const found: Entry[] = []
      while (found.length < count) {
        const event = await next()
        if (event === undefined || event.done) break
        found.push(event.value)
      }
      return found
    },
    /** True if the server ends the stream within some seconds. */
    ends: async () => (await next().catch(() => undefined))?.done === true,
  }
}

async function* requestsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Entry, undefined> {
  let before = ''
  for await (const line of createInterface({ input: Readable.from(chunks).on('error', () => {}) })) {
    if (before === 'event: request' && line.startsWith('data: ')) yield JSON.parse(line.slice(6))
    before = line
  }
  return undefined
}

const operationsOf = (entries: readonly Entry[]) => entries.map(({ operation }) => operation)

it('CTL-063: a followed journal is answered as an event stream with the selected earlier requests', async ({ s }) => {
  await s.statuses(1)
  const all = await follow(s)
  const wrong = await follow(s, { status: '4xx' })
  expect(all.status).toBe(200)
  expect(all.headers.get('content-type')).toMatch(/^text\/event-stream\b/)
  expect(operationsOf(await all.next(1))).toEqual(['listOrders'])
  await s.ask('orders', 'GET /nothing')
  await s.statuses(1)
  expect(operationsOf(await all.next(2))).toEqual([null, 'listOrders'])
  expect(operationsOf(await wrong.next(1))).toEqual([null])
  await s.call('deleteSession')
  expect(await all.ends()).toBe(true)
  expect(await wrong.ends()).toBe(true)
})

it('CTL-064: a journal has at most 20 followers at the same time; one more is answered 409', async ({ s }) => {
  const statuses: number[] = []
  while (statuses.length < 21) statuses.push((await follow(s)).status)
  expect(statuses).toEqual([...Array(20).fill(200), 409])
})

it('CTL-074: with changes=true', async ({ s }) => {
  const token = await s.anOrder()
  const followed = await follow(s, { changes: 'true' })
  await s.update(token, { status: 'Processed', trackingNumber: '7c41d9e0' })
  await s.statuses(1)
  const [updated, read] = await followed.next(2)
  expect(updated?.changes?.length).toBe(1)
  const { kind, key, before, after } = Object(updated?.changes?.[0])
  expect(`${kind} ${key}`).toBe(`orders ${token}`)
  expect(before?.trackingNumber).not.toBe('7c41d9e0')
  expect(after?.trackingNumber).toBe('7c41d9e0')
  expect(read?.changes).toEqual([])
  expect(JSON.stringify(await s.journal())).not.toContain('7c41d9e0')
})

import { expect, it } from 'vitest'
import { type JournalRecord, LocalJournal } from './journal.ts'

const record = (operation: string): JournalRecord => ({
  interface: 'lamps',
  operation,
  method: 'GET',
  when: new Date(0),
  duration: 1,
  status: 200,
  describe: () => ({ path: '/', query: [] }),
  rules: [],
  faults: [],
  reason: undefined,
  warnings: [],
})

it('CTL-065: a slow follower gets the number of requests that it has missed', async () => {
  const journal = new LocalJournal()
  const events = journal.follow({}, new AbortController().signal)[Symbol.asyncIterator]()
  for (let request = 1; request <= 1003; request++) journal.append(record(`request${request}`))
  expect((await events.next()).value).toEqual({ missed: 3 })
  expect(JSON.parse((await events.next()).value.event)).toMatchObject({ operation: 'request4' })
})

it('CTL-065: holds a bounded length of events for a reader that never reads, and reports the rest as missed', async () => {
  const journal = new LocalJournal()
  const reader = journal.follow({ changes: true }, new AbortController().signal)[Symbol.asyncIterator]()
  const after = 'x'.repeat(500_000)
  for (let request = 0; request < 20; request++) {
    const changes = [{ kind: 'lamps', key: 'a', before: null, after: after + request }]
    journal.append({ ...record('update'), changes })
  }
  expect((await reader.next()).value).toEqual({ missed: 12 })
  for (let event = 0; event < 8; event++) await reader.next()
  journal.append(record('get'))
  expect(JSON.parse((await reader.next()).value.event)).toMatchObject({ operation: 'get' })
})

it('ends when the caller leaves, or has left before', async () => {
  const journal = new LocalJournal()
  const caller = new AbortController()
  const reader = journal.follow({}, caller.signal)[Symbol.asyncIterator]()
  expect(journal.followers).toBe(1)
  caller.abort()
  const late = journal.follow({}, caller.signal)[Symbol.asyncIterator]()
  expect([journal.followers, await reader.next(), await late.next()]).toMatchObject([0, { done: true }, { done: true }])
})

it('leaves out changes that are too large for an event', async () => {
  const journal = new LocalJournal()
  const events = journal.follow({ changes: true }, new AbortController().signal)[Symbol.asyncIterator]()
  const after = 'x'.repeat(2_000_000)
  journal.append({ ...record('update'), changes: [{ kind: 'lamps', key: 'a', before: null, after }] })
  expect(JSON.parse((await events.next()).value.event)).toMatchObject({ operation: 'update', changes: null })
})

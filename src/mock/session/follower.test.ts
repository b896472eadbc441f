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

it('CTL-065: a slow follower is told how many requests it has missed', async () => {
  const journal = new LocalJournal()
  const events = journal.follow({}, new AbortController().signal)[Symbol.asyncIterator]()
  for (let request = 1; request <= 1003; request++) journal.append(record(`request${request}`))
  expect((await events.next()).value).toEqual({ missed: 3 })
  expect((await events.next()).value).toMatchObject({ item: { operation: 'request4' } })
})

it('returns waiting requests before it ends, whether the caller or the session ends it', async () => {
  const journal = new LocalJournal()
  const caller = new AbortController()
  const streams = [journal.follow({}, caller.signal), journal.follow({}, new AbortController().signal)]
  journal.append(record('last'))
  caller.abort()
  expect(journal.followers).toBe(1)
  journal.close()
  expect(journal.followers).toBe(0)
  journal.append(record('too late'))
  for (const stream of streams) {
    const events = stream[Symbol.asyncIterator]()
    expect((await events.next()).value).toMatchObject({ item: { operation: 'last' } })
    expect((await events.next()).done).toBe(true)
  }
})

it('wakes a follower that waits', async () => {
  const journal = new LocalJournal()
  const events = journal.follow({ operation: 'wanted' }, new AbortController().signal)[Symbol.asyncIterator]()
  const next = events.next()
  journal.append(record('other'))
  journal.append(record('wanted'))
  expect((await next).value).toMatchObject({ item: { operation: 'wanted' } })
})

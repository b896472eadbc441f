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
  expect(JSON.parse((await events.next()).value.event)).toMatchObject({ operation: 'request4' })
})

it('CTL-065: holds a bounded length of events for readers that never read, and tells them', async () => {
  const journals = Array.from({ length: 50 }, () => new LocalJournal())
  const { signal } = new AbortController()
  const readers = journals.map((journal) => journal.follow({ changes: true }, signal)[Symbol.asyncIterator]())
  const after = 'x'.repeat(500_000)
  for (const journal of journals) {
    for (let request = 0; request < 20; request++) {
      journal.append({
        ...record('update'),
        changes: [{ kind: 'lamps', key: 'a', before: null, after: after + request }],
      })
    }
  }
  const held: number[] = []
  for (const reader of readers) {
    const { missed } = (await reader.next()).value
    held.push(20 - missed)
  }
  expect(held[0]).toBe(8)
  expect(held.reduce((sum, count) => sum + count, 0) * after.length).toBeLessThan(2 ** 26)
  for (const journal of journals) journal.close()
})

it('leaves out changes that are too large for an event', async () => {
  const journal = new LocalJournal()
  const events = journal.follow({ changes: true }, new AbortController().signal)[Symbol.asyncIterator]()
  const after = 'x'.repeat(2_000_000)
  journal.append({ ...record('update'), changes: [{ kind: 'lamps', key: 'a', before: null, after }] })
  expect(JSON.parse((await events.next()).value.event)).toMatchObject({ operation: 'update', changes: null })
})

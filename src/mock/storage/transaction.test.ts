import { describe, expect, it, vi } from 'vitest'
import { manualTimers } from '../../timers.fixture.ts'
import { sleep } from '../../timers.ts'
import { MemoryStorage } from './memory-storage.ts'
import { runTransaction } from './run-transaction.ts'
import type { StorageTransaction } from './storage.ts'
import { Transaction } from './transaction.ts'

/** A storage in memory whose commits fail so many times first. */
function storageOf({ conflicts = 0 } = {}) {
  const seen = { lines: [] as (string | undefined)[], commits: 0, prefetched: 0 }
  class Storage extends MemoryStorage {
    override begin(partition: string): StorageTransaction {
      const transaction = super.begin(partition)
      return {
        read: (...key) => transaction.read(...key),
        list: (...range) => transaction.list(...range),
        prefetch: () => void seen.prefetched++,
        commit(writes, journalLine) {
          seen.lines.push(journalLine?.())
          return seen.commits++ < conflicts ? false : transaction.commit(writes)
        },
      }
    }
  }
  const storage = new Storage()
  const stored = () => storage.find('s', 'o', 'c')?.byKey.get('k')
  return { storage, seen, stored, open: () => new Transaction(storage, 's') }
}

const write = (key: string, value: unknown) => ({ interfaceName: 'o', collection: 'c', key, value })

/** Work that writes how often it has run, and returns that. */
function counted() {
  let runs = 0
  return (transaction: Transaction) => {
    transaction.write('o', 'c', 'k', ++runs)
    return runs
  }
}

describe('work in a transaction', () => {
  it('stores nothing for a result that is dropped, but notes it', async () => {
    const { open, stored, seen } = storageOf()
    const journalLine = (result: number) => `ran ${result}`
    expect(await runTransaction(open, counted(), { isKept: () => false, journalLine })).toBe(1)
    expect([stored(), seen.lines]).toEqual([undefined, ['ran 1']])
    await runTransaction(open, counted(), { isKept: () => true, journalLine })
    expect(stored()).toBe(1)
  })

  it('runs again after a step whose reads have changed, and keeps the steps that were stored', async () => {
    const { storage, open, stored } = storageOf()
    let runs = 0
    const work = async (transaction: Transaction) => {
      const before = await transaction.read('o', 'c', 'k')
      if (++runs === 1) storage.apply('s', [write('k', 'other')])
      transaction.write('o', 'c', 'k', `${before} ${runs}`)
      await transaction.checkpoint()
      return stored()
    }
    expect(await runTransaction(open, work)).toBe('other 2')
  })

  it.each([
    ['takes turns when it runs again', 49, ['a2 begins', 'a2 ends', 'b2 begins', 'b2 ends']],
    ['waits for no turn that takes too long', 51, ['a2 begins', 'b2 begins', 'a2 ends', 'b2 ends']],
  ])('%s', async (_, duration, turns) => {
    const { storage, open } = storageOf()
    const timers = manualTimers()
    const log: string[] = []
    const work = (name: string) => {
      let runs = 0
      return async (transaction: Transaction) => {
        const total = ((await transaction.read('o', 'c', 'k')) as number | undefined) ?? 0
        log.push(`${name}${++runs} begins`)
        // Somebody else changes the record during each first run.
        if (runs === 1) storage.apply('s', [write('k', total + 10)])
        await sleep(timers, runs === 1 ? 0 : duration)
        transaction.write('o', name, 'k', total + 1)
        log.push(`${name}${runs} ends`)
      }
    }
    const done = Promise.all(['a', 'b'].map((name) => runTransaction(open, work(name), {}, timers)))
    await timers.pass(200)
    await done
    expect(log.filter((line) => line[1] === '2')).toEqual(turns)
  })

  it('waits for no turn of another storage, whose partitions have the same names', async () => {
    const timers = manualTimers()
    const [held, other] = [storageOf({ conflicts: 1 }), storageOf({ conflicts: 1 })]
    const { promise: hasTurn, resolve } = Promise.withResolvers<void>()
    let runs = 0
    const endless = (transaction: Transaction) => {
      transaction.write('o', 'c', 'k', ++runs)
      if (runs === 1) return undefined
      resolve()
      return new Promise(() => {})
    }
    void runTransaction(held.open, endless, {}, timers)
    await hasTurn
    expect(await runTransaction(other.open, counted(), {}, timers)).toBe(2)
  })
})

describe('a transaction', () => {
  it('sees its own changes, each at its interface, collection and key', async () => {
    const { open, storage } = storageOf()
    for (const key of ['k', 'l']) storage.apply('s', [write(key, 'stored')])
    const transaction = open()
    for (const [interfaceName, collection, key, value] of [
      ['o', 'c', 'k', 1],
      ['o', 'c', 'm', { a: 1 }],
      ['o', 'd', 'k', 2],
      ['p', 'c', 'k', 3],
      ['p', 'c', 'z', 3],
    ] as const)
      transaction.write(interfaceName, collection, key, value)
    transaction.add(write('l', undefined))
    expect(await transaction.list('o', 'c')).toEqual([
      ['k', 1],
      ['m', { a: 1 }],
    ])
    expect(await transaction.read('o', 'c', 'k')).toBe(1)
    expect(await transaction.read('o', 'c', 'l')).toBeUndefined()
    expect(await transaction.read('o', 'd', 'k')).toBe(2)
    expect(await transaction.read('p', 'c', 'k')).toBe(3)
    transaction.write('o', 'c', 'k', 4)
    expect(await transaction.store('o').collection('c').delete('none')).toBe(false)
    expect(await transaction.changes('o')).toEqual([
      { kind: 'c', key: 'k', before: 'stored', after: 4 },
      { kind: 'c', key: 'm', before: null, after: { a: 1 } },
      { kind: 'd', key: 'k', before: null, after: 2 },
      { kind: 'c', key: 'l', before: 'stored', after: null },
    ])
    expect(transaction.writes).toHaveLength(7)
  })

  it('calls back when its changes are stored, and neither after a drop nor after a conflict', async () => {
    const called: string[] = []
    const end = async (name: string, conflicts: number, isDropped = false) => {
      const transaction = storageOf({ conflicts }).open()
      transaction.write('o', 'c', 'k', 1)
      for (const at of ['first', 'second']) transaction.afterwards(() => called.push(`${name} ${at}`))
      if (isDropped) {
        transaction.drop()
        expect(transaction.writes).toEqual([])
      }
      return transaction.end()
    }
    expect([await end('stored', 0), await end('conflict', 1), await end('dropped', 0, true)]).toEqual([
      true,
      false,
      true,
    ])
    expect(called).toEqual(['stored first', 'stored second'])
  })

  it('stores a step once', async () => {
    const { open, storage, stored } = storageOf()
    const transaction = open()
    const called = vi.fn()
    transaction.write('o', 'c', 'k', 1)
    transaction.afterwards(called)
    await transaction.checkpoint()
    storage.apply('s', [write('k', 2)])
    expect([await transaction.end(), stored(), called.mock.calls.length]).toEqual([true, 2, 1])
    // After its end, each change is stored at once.
    await transaction.store('o').collection('c').set('k', 3)
    expect(stored()).toBe(3)
  })

  it('writes no record whose key is not a text, which a behaviour in JavaScript may give', () => {
    const write = () =>
      storageOf()
        .open()
        .write('o', 'c', 1 as never, 'x')
    expect(write).toThrow("the key of a record of 'c' must be a text, seen 1")
  })

  it.each([
    ['a record', (transaction: Transaction) => transaction.read('o', 'c', 'k')],
    ['a collection', (transaction: Transaction) => transaction.list('o', 'c')],
  ])('checks that %s which it has read is the same, also when its changes are dropped', async (_, read) => {
    const { open, storage } = storageOf()
    storage.apply('s', [write('k', 1)])
    const transaction = open()
    await read(transaction)
    storage.apply('s', [write('k', 2)])
    transaction.drop()
    expect(await transaction.end()).toBe(false)
  })

  it('fetches ahead if the storage can', async () => {
    const { open, seen } = storageOf()
    await open().prefetch([{ interfaceName: 'o', collection: 'c' }])
    await new Transaction(new MemoryStorage(), 's').prefetch([{ interfaceName: 'o', collection: 'c' }])
    expect(seen.prefetched).toBe(1)
  })
})

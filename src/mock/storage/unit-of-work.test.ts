import { afterEach, describe, expect, it, vi } from 'vitest'
import { inOneUnit } from './in-one-unit.ts'
import { MemoryStorage } from './memory-storage.ts'
import { type Storage, StorageError, type Transaction } from './storage.ts'
import { openStore, UnitOfWork } from './unit-of-work.ts'

afterEach(() => void vi.restoreAllMocks())

/** A storage in memory whose commits fail so many times first, and that other processes use too if `isShared`. */
function storageOf({ conflicts = 0, isShared = false } = {}) {
  const memory = new MemoryStorage()
  const seen = {
    notes: [] as (string | undefined)[],
    commits: 0,
    writes: 0,
    prefetched: 0,
    isValidated: undefined as boolean | undefined,
  }
  const begin = (partition: string, isValidated?: boolean): Transaction => {
    seen.isValidated = isValidated
    const transaction = MemoryStorage.prototype.begin.call(memory, partition)
    return {
      read: (...place) => transaction.read(...place),
      list: (...place) => transaction.list(...place),
      prefetch: () => void seen.prefetched++,
      commit(writes, note) {
        seen.writes += writes.length
        seen.notes.push(note)
        return seen.commits++ < conflicts ? false : transaction.commit(writes)
      },
    }
  }
  const shared = isShared ? ({} as NonNullable<Storage['shared']>) : undefined
  const storage = Object.assign(memory, { begin, ...(shared ? { shared } : {}) }) as MemoryStorage & Storage
  const stored = () => memory.find('s', 'o', 'c')?.byKey.get('k')
  return { storage, seen, stored, open: () => new UnitOfWork(storage, 's') }
}

/** Work that writes how often it has run, and returns that. */
function counted() {
  let runs = 0
  return (unit: UnitOfWork) => {
    unit.write('o', 'c', 'k', ++runs)
    return runs
  }
}

describe.each([
  ['one process', false, 5],
  ['many processes', true, 100],
])('work on a storage of %s', (_, isShared, reruns) => {
  it('runs again until its reads are current, up to a limit', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { open, stored } = storageOf({ conflicts: reruns, isShared })
    expect(await inOneUnit(open, counted())).toBe(reruns + 1)
    expect(stored()).toBe(reruns + 1)
    const never = storageOf({ conflicts: reruns + 1, isShared })
    await expect(inOneUnit(never.open, counted())).rejects.toThrow(StorageError)
    expect([never.seen.commits, never.stored()]).toEqual([reruns + 1, undefined])
  })

  it('stores nothing and notes nothing for a result that is dropped', async () => {
    const { open, stored, seen } = storageOf({ isShared })
    const note = (result: number) => `ran ${result}`
    expect(await inOneUnit(open, counted(), { isKept: () => false, note })).toBe(1)
    expect(stored()).toBeUndefined()
    await inOneUnit(open, counted(), { isKept: () => true, note })
    expect([stored(), seen.notes.at(-1)]).toEqual([1, isShared ? 'ran 1' : undefined])
  })

  it('fails with the error of the work, and stores nothing', async () => {
    for (const error of [new Error('no'), new StorageError('full')]) {
      const { open, stored, seen } = storageOf({ isShared })
      const fail = async (unit: UnitOfWork) => {
        await unit.read('o', 'c', 'k')
        unit.write('o', 'c', 'k', 1)
        throw error
      }
      await expect(inOneUnit(open, fail)).rejects.toBe(error)
      expect(stored()).toBeUndefined()
      // Only where a read may have been old is there something to ask.
      expect(seen.commits).toBe(isShared && !(error instanceof StorageError) ? 1 : 0)
    }
  })

  it('runs again after a step whose reads have changed, and keeps the steps that were stored', async () => {
    const { storage, open, stored } = storageOf({ isShared })
    let runs = 0
    const work = async (unit: UnitOfWork) => {
      const before = await unit.read('o', 'c', 'k')
      if (++runs === 1) storage.apply('s', [{ owner: 'o', collection: 'c', key: 'k', value: 'other' }])
      unit.write('o', 'c', 'k', `${before} ${runs}`)
      await unit.step()
      return stored()
    }
    expect(await inOneUnit(open, work)).toBe('other 2')
  })
})

it('runs work again that failed on stale reads, if other processes may have changed them', async () => {
  const { open, seen } = storageOf({ conflicts: 1, isShared: true })
  let runs = 0
  const work = () => {
    if (++runs === 1) throw new Error('stands on an old record')
    return runs
  }
  expect([await inOneUnit(open, work), seen.commits]).toEqual([2, 2])
})

it('lets units of one process that run again take turns', async () => {
  const { storage, open } = storageOf({ isShared: true })
  const log: string[] = []
  const work = (name: string) => {
    let runs = 0
    return async (unit: UnitOfWork) => {
      const total = ((await unit.read('o', 'c', 'k')) as number | undefined) ?? 0
      log.push(`${name}${++runs} begins`)
      // Somebody else changes the record during each first run.
      if (runs === 1) storage.apply('s', [{ owner: 'o', collection: 'c', key: 'k', value: total + 10 }])
      await new Promise((resolve) => setTimeout(resolve, 2))
      unit.write('o', 'c', 'k', total + 1)
      log.push(`${name}${runs} ends`)
    }
  }
  await Promise.all(['a', 'b'].map((name) => inOneUnit(open, work(name))))
  expect(log.filter((line) => line[1] === '2')).toEqual(['a2 begins', 'a2 ends', 'b2 begins', 'b2 ends'])
})

it('confirms reads only if they may be stale', async () => {
  for (const isShared of [false, true]) {
    const { storage, open, seen } = storageOf({ isShared })
    const unit = open()
    await unit.confirm()
    await unit.read('o', 'c', 'k')
    await unit.confirm()
    expect(seen.writes).toBe(0)
    storage.apply('s', [{ owner: 'o', collection: 'c', key: 'k', value: 1 }])
    if (isShared) await expect(unit.confirm()).rejects.toThrow()
    else await unit.confirm()
    await unit.end()
    await unit.confirm()
  }
})

describe('a unit of work', () => {
  it('sees its own changes, each at its owner, collection and key', async () => {
    const { open, storage } = storageOf()
    for (const key of ['k', 'l']) storage.apply('s', [{ owner: 'o', collection: 'c', key, value: 'stored' }])
    const unit = open()
    for (const [owner, collection, key, value] of [
      ['o', 'c', 'k', 1],
      ['o', 'c', 'm', { a: 1 }],
      ['o', 'd', 'k', 2],
      ['p', 'c', 'k', 3],
      ['p', 'c', 'z', 3],
    ] as const)
      unit.write(owner, collection, key, value)
    unit.add({ owner: 'o', collection: 'c', key: 'l', value: undefined })
    expect(await unit.list('o', 'c')).toEqual([
      ['k', 1],
      ['m', { a: 1 }],
    ])
    expect(await unit.read('o', 'c', 'k')).toBe(1)
    expect(await unit.read('o', 'c', 'l')).toBeUndefined()
    expect(await unit.read('o', 'd', 'k')).toBe(2)
    expect(await unit.read('p', 'c', 'k')).toBe(3)
    unit.write('o', 'c', 'k', 4)
    expect(await unit.changes('o')).toEqual([
      { kind: 'c', key: 'k', before: 'stored', after: 4 },
      { kind: 'c', key: 'm', before: null, after: { a: 1 } },
      { kind: 'd', key: 'k', before: null, after: 2 },
      { kind: 'c', key: 'l', before: 'stored', after: null },
    ])
    expect(unit.writes).toHaveLength(7)
  })

  it('calls back when its changes are stored, and neither after a drop nor after a conflict', async () => {
    const called: string[] = []
    const end = async (name: string, conflicts: number, isDropped = false) => {
      const unit = storageOf({ conflicts }).open()
      unit.write('o', 'c', 'k', 1)
      for (const at of ['first', 'second']) unit.afterwards(() => called.push(`${name} ${at}`))
      if (isDropped) {
        unit.drop()
        expect(unit.writes).toEqual([])
      }
      return unit.end()
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
    const unit = open()
    const called = vi.fn()
    unit.write('o', 'c', 'k', 1)
    unit.afterwards(called)
    await unit.step()
    storage.apply('s', [{ owner: 'o', collection: 'c', key: 'k', value: 2 }])
    expect([await unit.end(), stored(), called.mock.calls.length]).toEqual([true, 2, 1])
  })

  it('forgets its reads with its changes, unless other processes may have changed them', async () => {
    for (const isShared of [false, true]) {
      const { open, storage, seen } = storageOf({ isShared })
      const unit = open()
      await unit.read('o', 'c', 'k')
      storage.apply('s', [{ owner: 'o', collection: 'c', key: 'k', value: 1 }])
      unit.drop()
      expect([await unit.end(), seen.isValidated]).toEqual([!isShared, true])
    }
  })

  it('commits without changes only where a commit shows that a session is in use', async () => {
    for (const isShared of [false, true]) {
      const { open, seen } = storageOf({ isShared })
      expect([await open().end(), seen.commits]).toEqual([true, isShared ? 1 : 0])
    }
  })

  it('fetches ahead if the storage can', async () => {
    const { open, seen } = storageOf()
    await open().prefetch([{ owner: 'o', collection: 'c' }])
    await new UnitOfWork(new MemoryStorage(), 's').prefetch([{ owner: 'o', collection: 'c' }])
    expect(seen.prefetched).toBe(1)
  })

  it('stores each change at once after the unit has ended', async () => {
    const { open, storage, stored } = storageOf()
    const unit = open()
    const records = unit.store('o').collection('c')
    await records.set('k', 1)
    await records.delete('none')
    expect([stored(), unit.writes.length]).toEqual([undefined, 1])
    await unit.end()
    await records.set('k', 2)
    expect(stored()).toBe(2)
    const seen: unknown[] = []
    const before = async () => void seen.push(stored())
    await openStore(storage, 's', 'o', before).collection('c').set('k', 3)
    expect([...seen, stored()]).toEqual([2, 3])
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { everyStorage } from './engines.fixture.ts'
import type { Storage } from './storage.ts'
import { openStore } from './transaction.ts'

describe.each(everyStorage())('a storage %s', (_, openOne) => {
  const opened: Storage[] = []
  const open = async () => {
    const storage = await openOne()
    opened.push(storage)
    return storage
  }
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close()
  })
  const openCollection = async <T>() => openStore(await open(), 'session', 'orders').collection<T>('orders')

  it('keeps a record unchanged when the caller changes the value that it set or read', async () => {
    const orders = await openCollection<{ total: number; parts: { price: number }[] }>()
    const order = { total: 1, parts: [{ price: 1 }] }
    await orders.set('a', order)
    order.parts.push({ price: 2 })
    order.total = 2
    // A read returns a copy, or a value that cannot be changed.
    for (const read of [await orders.get('a'), ...(await orders.entries()).map(([, entry]) => entry)]) {
      if (!read) throw new Error('the order is gone')
      Reflect.set(read, 'total', 3)
      Reflect.set(read.parts, 1, { price: 3 })
      Reflect.set(read.parts[0] ?? {}, 'price', 3)
    }
    const updated = await orders.update('b', () => order)
    updated?.parts.push({ price: 4 })
    expect(await orders.get('a')).toEqual({ total: 1, parts: [{ price: 1 }] })
    expect(await orders.get('b')).toEqual({ total: 2, parts: [{ price: 1 }, { price: 2 }] })
  })

  it('accepts any text as a key', async () => {
    const values = await openCollection<number>()
    const keys = [
      '',
      ' ',
      '\0',
      'a\0b',
      '__proto__',
      'constructor',
      '%2F',
      '"',
      '💡',
      '\ud800',
      '\udc00',
      'K',
      'k',
      'é',
    ]
    for (const [index, key] of keys.entries()) await values.set(key, index)
    for (const [index, key] of keys.entries()) expect(await values.get(key)).toBe(index)
    expect((await values.entries()).map(([key]) => key)).toEqual(keys)
  })

  it('keeps a record if its update returns nothing, or fails', async () => {
    const values = await openCollection<number>()
    await values.set('a', 1)
    expect(await values.update('a', () => undefined)).toBeUndefined()
    await expect(
      values.update('a', () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await values.update('b', () => undefined)).toBeUndefined()
    expect(await values.entries()).toEqual([['a', 1]])
  })

  it('loses none of many updates of one key at the same time', async () => {
    const storage = await open()
    const add = async (index: number) => {
      await Promise.resolve()
      const counters = openStore(storage, 'session', 'orders').collection<{ total: number; by: number[] }>('counters')
      await counters.update('a', (counter) => ({
        total: (counter?.total ?? 0) + 1,
        by: [...(counter?.by ?? []), index],
      }))
    }
    await Promise.all(Array.from({ length: 500 }, (_, index) => add(index)))
    const counter = await openStore(storage, 'session', 'orders')
      .collection<{ total: number; by: number[] }>('counters')
      .get('a')
    expect(counter?.total).toBe(500)
    expect(new Set(counter?.by).size).toBe(500)
  })

  it('copies a partition together with further writes, and keeps both independent', async () => {
    const storage = await open()
    const orders = (partition: string) => openStore(storage, partition, 'orders').collection<number>('orders')
    for (const [key, value] of Object.entries({ b: 1, a: 2 })) await orders('from').set(key, value)
    await openStore(storage, 'from/1', 'secrets').collection('tokens').set('x', 1)
    await storage.copy('from', 'from/1', [{ interfaceName: 'orders', collection: 'orders', key: 'c', value: 4 }])
    await orders('from').set('b', 3)
    expect(await storage.interfaces('from/1')).toEqual(['orders'])
    expect(await orders('from/1').entries()).toEqual([
      ['b', 1],
      ['a', 2],
      ['c', 4],
    ])
  })

  it('removes a session with its snapshots and no other one, and names none without records', async () => {
    const storage = await open()
    const partitions = ['a', 'a/1', 'a/2', 'ab', 'ab/1', 'b']
    for (const partition of partitions) await openStore(storage, partition, 'orders').collection('c').set('k', 1)
    const emptied = openStore(storage, 'c', 'orders').collection('c')
    await emptied.set('k', 1)
    await emptied.delete('k')
    await storage.deleteSession('a')
    expect((await storage.partitions('')).sort()).toEqual(['ab', 'ab/1', 'b'])
    expect(await openStore(storage, 'a', 'orders').collection('c').entries()).toEqual([])
  })
})

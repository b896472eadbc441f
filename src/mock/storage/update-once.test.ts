import { expect, it } from 'vitest'
import { MemoryStorage } from './memory-storage.ts'
import { openStore } from './transaction.ts'
import { UpdatesOfRequest } from './update-once.ts'

it('stores the updates of a request once, and gives their results again when the request runs again', async () => {
  const store = openStore(new MemoryStorage(), 's', 'o')
  const updates = new UpdatesOfRequest()
  const own = updates.store(store).collection<number>('c')
  const add = (key: string) => own.update(key, (current = 0) => current + 1)
  expect([await add('a'), await add('a'), await add('b')]).toEqual([1, 2, 1])
  updates.restart()
  expect([await add('a'), await add('a'), await add('b'), await add('a')]).toEqual([1, 2, 1, 3])
  updates.restart()
  // From the first update that differs, what was done counts no more.
  expect([await add('a'), await add('b'), await add('b')]).toEqual([1, 2, 3])
  updates.restart()
  expect([await add('a'), await add('b'), await add('b'), await add('a')]).toEqual([1, 2, 3, 4])
  expect(await own.entries()).toEqual([
    ['a', 4],
    ['b', 3],
  ])
})

it('passes on every other call', async () => {
  const store = openStore(new MemoryStorage(), 's', 'o')
  const own = new UpdatesOfRequest().store(store).collection('c')
  await own.set('a', 1)
  expect([await own.get('a'), await own.entries(), await own.delete('a'), await own.delete('a')]).toEqual([
    1,
    [['a', 1]],
    true,
    false,
  ])
})

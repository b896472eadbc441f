import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { manualTimers } from '../../timers.fixture.ts'
import { MemoryStorage } from '../storage/memory-storage.ts'
import { openSessions } from './open-sessions.ts'
import type { MountedInterface } from './session.ts'
import { LocalSessions, type SessionRegistry, withinSession } from './sessions.ts'

const definition = {
  conditions: { sealed: { description: '', schema: {}, initial: false } },
} as unknown as InterfaceDefinition
const orders: MountedInterface = {
  name: 'orders',
  definition,
  seed: (store) => store.collection<number>('orders').set('a', 1),
}

function start({ maxSessions = 3, idle = 1000 } = {}) {
  const time = { now: 0 }
  const storage = new MemoryStorage()
  const sessions = new LocalSessions(storage, { maxSessions, idle }, () => time.now)
  const use = (name: string) => withinSession(sessions, name, async (session) => session)
  const names = () => sessions.all().map(({ session }) => session.name)
  return { time, storage, sessions, use, names }
}

/** The records of an interface in a session, and its conditions. */
const stateIn = (sessions: SessionRegistry, name: string) =>
  withinSession(sessions, name, async (session) => {
    const state = session.state(orders)
    await state.begin()
    return { store: state.immediate, conditions: () => state.conditions(session.begin()) }
  })

it('seeds once for many requests at the same time', async () => {
  const { sessions } = start()
  const add = async () => {
    const { store } = await stateIn(sessions, 'a')
    await store.collection<number>('orders').update('a', (value = 0) => value + 1)
  }
  await Promise.all(Array.from({ length: 200 }, add))
  const { store } = await stateIn(sessions, 'a')
  expect(await store.collection('orders').get('a')).toBe(201)
})

it('CTL-013: removes a session that nobody has used for too long, with its records', async () => {
  const { time, storage, sessions, use, names } = start()
  await stateIn(sessions, 'old')
  time.now = 900
  await use('young')
  time.now = 1000
  expect(names()).toEqual(['old', 'young'])
  expect([sessions.find('old')?.idle, sessions.count()]).toEqual([1000, 2])
  // The system's clock has been set back.
  time.now = 800
  expect(sessions.find('young')?.idle).toBe(0)
  time.now = 1001
  expect(sessions.find('old')).toBeUndefined()
  expect(names()).toEqual(['young'])
  expect(await sessions.removeExpired()).toEqual(['old'])
  expect(await storage.partitions('')).toEqual([])
})

it('CTL-013: removes such a session from the file, in the minute after, until the file is closed', async () => {
  const timers = manualTimers()
  const state = join(temporaryFolder(), 'state.db')
  const open = () => openSessions({ state, sessionMinutes: 1 }, expect.unreachable, timers)
  const { sessions, sweep, close } = await open()
  await stateIn(sessions, 'old')
  await timers.pass(110_000)
  await stateIn(sessions, 'young')
  await timers.pass(20_000)
  // A timer has swept before.
  expect(await sweep?.()).toEqual([])
  await close()
  expect(timers.count()).toBe(0)
  const next = await open()
  expect([await next.sessions.find('old'), await next.sessions.count()]).toEqual([undefined, 1])
  await timers.pass(60_001)
  expect(await next.sweep?.()).toEqual(['young'])
  await next.close()
})

it('CTL-013: never removes default, nor a session with a request under way', async () => {
  const { time, sessions, use, names } = start()
  await use('default')
  const streaming = await sessions.enter('streaming')
  time.now = 5000
  await sessions.removeExpired()
  expect(names()).toEqual(['default', 'streaming'])
  sessions.leave(streaming)
  time.now = 5900
  expect(names()).toEqual(['default', 'streaming'])
  time.now = 6001
  expect(names()).toEqual(['default'])
})

it('reading a session does not count as use', async () => {
  const { sessions, use, names } = start()
  for (const name of ['a', 'b', 'c']) await use(name)
  sessions.find('a')
  sessions.all()
  await use('d')
  expect(names()).toEqual(['b', 'c', 'd'])
})

it('keeps its limit with many requests at the same time', async () => {
  const { sessions, storage, names } = start({ maxSessions: 50 })
  await Promise.all(Array.from({ length: 1000 }, (_, index) => stateIn(sessions, `s${index}`)))
  expect(names()).toHaveLength(50)
  expect(await storage.partitions('')).toHaveLength(50)
})

it('takes less than 200 MB for a thousand sessions of a hundred records each', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const order = {
    status: 'Processed',
    items: Array.from({ length: 5 }, (_, index) => ({ id: `item-${index}`, name: 'x'.repeat(40), price: 1.5 })),
    address: { name: 'Noor Haddad', city: 'Montreal', province: 'QC', postalCode: 'H2X 1Y4', country: 'CA' },
  }
  const { sessions } = start({ maxSessions: 1000 })
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let session = 0; session < 1000; session++) {
    const { store } = await stateIn(sessions, `s${session}`)
    const records = store.collection('orders')
    for (let record = 0; record < 100; record++) await records.set(`order-${record}`, { ...order, number: record })
  }
  collectGarbage()
  const taken = (process.memoryUsage().heapUsed - before) / 2 ** 20
  expect(sessions.count()).toBe(1000)
  expect(taken).toBeLessThan(200)
})

it('gives all callers the same new session while the old one is being removed', async () => {
  class SlowStorage extends MemoryStorage {
    override async deleteSession(session: string): Promise<void> {
      await new Promise((resolve) => setImmediate(resolve))
      super.deleteSession(session)
    }
  }
  const sessions = new LocalSessions(new SlowStorage())
  const add = async () => {
    const { store } = await stateIn(sessions, 'a')
    await store.collection<number>('orders').update('a', (value = 0) => value + 1)
  }
  await add()
  const removed = sessions.delete('a')
  await Promise.resolve()
  expect(sessions.find('a')).toBeUndefined()
  await Promise.all([removed, ...Array.from({ length: 100 }, add)])
  const { store } = await stateIn(sessions, 'a')
  expect(await store.collection('orders').get('a')).toBe(101)
})

it('seeds an interface again once it has been forgotten', async () => {
  const { sessions } = start()
  const { store } = await stateIn(sessions, 'a')
  await store.collection('orders').set('a', 9)
  await sessions.forget('orders')
  await sessions.delete('nobody')
  expect(await (await stateIn(sessions, 'a')).store.collection('orders').get('a')).toBe(1)
})

it('CTL-059: takes up the sessions, clocks and snapshots that were kept', async () => {
  const { sessions, storage } = start()
  await withinSession(sessions, 'a', async (session) => {
    const transaction = session.begin()
    await session.setClock(new Date('2031-01-01T00:00:00Z'), transaction)
    await transaction.end()
    await session.snapshots.take(session.clock.now(), await session.interfaces())
  })
  const { store } = await stateIn(sessions, 'a')
  await store.collection('_conditions').set('sealed', true)

  const next = new LocalSessions(storage)
  await next.resume()
  const session = next.find('a')?.session
  expect(session?.clock.now().getUTCFullYear()).toBe(2031)
  expect(await session?.snapshots.list()).toHaveLength(1)
  expect(session && (await session.state(orders).conditions(session.begin()))).toEqual({ sealed: true })
  expect(next.all().map(({ session }) => session.name)).toEqual(['a'])
})

it('leaves out a kept condition that the interface no longer has', async () => {
  const { sessions } = start()
  const { store, conditions } = await stateIn(sessions, 'a')
  await store.collection('_conditions').set('sold', true)
  expect(await conditions()).toEqual({ sealed: false })
})

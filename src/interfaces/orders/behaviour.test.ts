import { expect, it } from 'vitest'
import { loadRuntime } from '../../contract/registry.ts'
import { examplesOf } from '../../mock/examples.ts'
import { createClock } from '../../mock/session/clock.ts'
import { MemoryStorage } from '../../mock/storage/memory-storage.ts'
import { openStore } from '../../mock/storage/unit-of-work.ts'
import { behaviours } from './behaviour.ts'
import { seed } from './seed.ts'
import type { OrderRecord, OrderUpdate } from './state.ts'

const token = '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10'

it('loses none of many updates at the same time', async () => {
  const store = openStore(new MemoryStorage(), 'session', 'orders')
  await seed(store, examplesOf(loadRuntime('orders')))
  const context = {
    store,
    immediate: store,
    clock: createClock(),
    conditions: {},
    caller: undefined,
    signal: new AbortController().signal,
    because: () => undefined,
    assume: () => undefined,
  }
  const update = (body: OrderUpdate) =>
    behaviours.updateOrder?.(
      { path: { token }, query: {} as never, header: {} as never, server: {}, body, method: 'PUT', headers: {} },
      context,
    )
  const fields = {
    trackingNumber: 'PX1',
    trackingUrl: 'https://tracking.example/PX1',
    metadata: { warehouse: 'NORTH-1' },
  }
  await Promise.all(Object.entries(fields).map(([name, value]) => update({ status: 'Shipped', [name]: value })))
  expect(await store.collection<OrderRecord>('orders').get(token)).toMatchObject({ status: 'Shipped', ...fields })
})

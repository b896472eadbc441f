import { expect, it } from 'vitest'
import { createClock } from '../../mock/clock.ts'
import { examplesOf } from '../../mock/examples.ts'
import { MemoryStore } from '../../mock/memory-store.ts'
import { loadRuntime } from '../registry.ts'
import { behaviours } from './behaviour.ts'
import { seed } from './seed.ts'
import type { OrderRecord, OrderUpdate } from './state.ts'

const token = '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10'

it('loses none of many updates at the same time', async () => {
  const store = new MemoryStore()
  await seed(store, examplesOf(loadRuntime('orders')))
  const context = {
    store,
    clock: createClock(),
    conditions: {},
    caller: undefined,
    signal: new AbortController().signal,
    because: () => undefined,
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

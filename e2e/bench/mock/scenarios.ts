import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { credentials, seed } from '../../../src/interfaces/orders/seed.ts'
import type { OrderRecord } from '../../../src/interfaces/orders/state.ts'
import { examplesOf } from '../../../src/mock/examples.ts'
import { MemoryStorage } from '../../../src/mock/storage/memory-storage.ts'
import { openStore } from '../../../src/mock/storage/transaction.ts'
import { bundled } from '../../../src/workspace/bundled.ts'
import type { Recipe } from '../load/requests.ts'

export interface Scenario {
  name: string
  from: 'examples' | 'records'
  kind: Recipe['kind']
  tokens?: readonly string[]
  /** Number of sessions that the requests use in turn; default: none. */
  sessions?: number
  /** File of the orders that the mock has at its start, for the peer that keeps orders too. */
  records: string
  /** File of the mock's answer, for the peer that answers a constant. */
  answer: string
}

/** Headers of a caller with full rights. */
export const headers: Readonly<Record<string, string>> = {
  accept: 'application/json',
  ...credentials.find(({ role }) => role === 'full')?.headers,
}

export async function listScenarios(folder: string): Promise<Scenario[]> {
  const orders = await seededOrders()
  const records = join(folder, 'orders.json')
  writeFileSync(records, JSON.stringify(orders))
  const common = (name: string) => ({ name, records, answer: join(folder, `${name}.json`) })
  const tokens = orders.map(({ token }) => token)
  return [
    { ...common('examples, list'), from: 'examples', kind: 'list' },
    { ...common('examples, read'), from: 'examples', kind: 'read' },
    { ...common('examples, update'), from: 'examples', kind: 'update' },
    { ...common('records, list'), from: 'records', kind: 'search' },
    { ...common('records, read'), from: 'records', kind: 'read', tokens },
    { ...common('records, update'), from: 'records', kind: 'update', tokens },
  ]
}

/** The orders with which the mock starts. */
export async function seededOrders(): Promise<OrderRecord[]> {
  const store = openStore(new MemoryStorage(), 'bench', 'orders')
  await seed(store, examplesOf(bundled.find('orders').contract))
  return (await store.collection<OrderRecord>('orders').entries()).map(([, order]) => order)
}

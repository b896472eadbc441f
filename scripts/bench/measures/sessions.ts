import { randomUUID } from 'node:crypto'
import type { OrderRecord } from '../../../src/interfaces/orders/seed.ts'
import type { Scenario } from '../documents/scenarios.ts'
import { NoAnswerError } from '../servers/first-answer.ts'
import type { Peer } from '../servers/peer.ts'
import { askEachInterface, startCollecting } from './memory.ts'

export interface SessionOptions {
  sessions: number
  recordsEach: number
  serverCores: readonly number[] | undefined
  tell: (what: string) => void
}

/** Resident memory of the mock's process in MB, each after a collection of garbage. */
export interface SessionUse {
  sessions: number
  recordsEach: number
  /** Of all the records as JSON. */
  megabytesOfJson: number
  before: number
  after: number
}

/** What sessions with records of their own add to the mock: orders, put into each by the control plane, no two the same. */
export async function measureSessions(
  mock: Peer,
  scenario: Scenario,
  orders: readonly OrderRecord[],
  { sessions, recordsEach, serverCores, tell }: SessionOptions,
): Promise<SessionUse | undefined> {
  const server = await startCollecting(mock, scenario, serverCores)
  if (!server) return undefined
  try {
    await askEachInterface(server.port)
    await server.collect()
    const before = server.resident()
    tell(`sessions: ${sessions} of ${recordsEach} orders`)
    let bytes = 0
    for (let session = 0; session < sessions; session++) {
      const records = ordersOf(session, recordsEach, orders)
      bytes += Buffer.byteLength(JSON.stringify(records))
      await seed(server.port, `world-${session}`, records)
    }
    await server.collect()
    return { sessions, recordsEach, megabytesOfJson: bytes / 1e6, before, after: server.resident() }
  } finally {
    await server.end()
  }
}

function ordersOf(session: number, count: number, orders: readonly OrderRecord[]): Record<string, OrderRecord> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const token = randomUUID()
      const order = orders[index % orders.length] as OrderRecord
      return [token, { ...order, token, invoiceNumber: `INV-${session}-${index}` }]
    }),
  )
}

async function seed(port: number, session: string, orders: Record<string, OrderRecord>): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/_control/sessions/${session}/seed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ interfaces: { orders: { records: { orders } } } }),
  })
  const answer = await response.text()
  if (!response.ok) throw new NoAnswerError(`the session ${session} was not seeded: ${response.status} ${answer}`)
}

import { randomUUID } from 'node:crypto'
import type { components } from '../../../generated/mock-control/types.ts'
import type { LoadProcess } from '../load/load.ts'
import { table, whole } from '../report.ts'
import { mock } from '../servers/peers.ts'
import { type MeasuredServer, NoAnswerError, startMeasured } from '../servers/server.ts'
import { type Scenario, seededOrders } from './scenarios.ts'
import type { Section } from './targets.ts'

/** Highest memory: MB after one request to each interface; times that after many requests; MB of a session. */
const [maxIdle, maxGrowth, maxSession] = [140, 1.2, 0.2]
const recordsEach = 100

export interface MemoryOptions {
  /** Number of requests before memory is measured again; undefined to skip this measurement. */
  requests: number | undefined
  /** Number of sessions with their own records; undefined to skip this measurement. */
  sessions: number | undefined
  interfaces: number
  connections: number
  serverCores: readonly number[] | undefined
}

/** Measures the memory of the mock with all its interfaces. */
export async function measureMemory(
  scenarios: readonly [Scenario, ...Scenario[]],
  load: LoadProcess,
  { requests, sessions, interfaces, connections, serverCores }: MemoryOptions,
): Promise<Section> {
  const section: Section = { tables: [], targets: [], results: {} }
  const rows: string[][] = []
  if (requests !== undefined) {
    const server = await startMeasured(mock, scenarios[0], serverCores)
    const started = server.megabytes()
    await askEachInterface(server)
    const idle = server.megabytes()
    const idleCollected = await server.collected()
    let done = 0
    for (const scenario of scenarios) {
      const maxRequests = Math.ceil(requests / scenarios.length)
      console.error(`memory: ${maxRequests} requests, ${scenario.name}`)
      done += (await load.ask(server, scenario, { connections, seconds: 3600, maxRequests })).requests
    }
    const loaded = server.megabytes()
    const loadedCollected = await server.collected()
    await server.end()
    rows.push(
      [`${interfaces} interfaces, started`, whole(started), ''],
      ['each asked once: idle', whole(idle), whole(idleCollected)],
      [`after ${whole(done)} requests`, whole(loaded), whole(loadedCollected)],
    )
    const growth = `memory after ${whole(done)} requests, collected, against idle`
    section.targets.push(
      { what: 'memory, all interfaces, idle', bound: 'max', limit: maxIdle, unit: 'MB', byClock: idle },
      { what: growth, bound: 'max', limit: maxGrowth, unit: '×', byClock: loadedCollected / idleCollected },
    )
    Object.assign(section.results, { started, idle, idleCollected, requests: done, loaded, loadedCollected })
  }
  if (sessions !== undefined) {
    console.error(`sessions: ${sessions} of ${recordsEach} orders`)
    const server = await startMeasured(mock, scenarios[0], serverCores)
    await askEachInterface(server)
    const before = await server.collected()
    const bytes = await giveSessions(server.port, scenarios[0], { sessions, recordsEach, name: 'bench' })
    const after = await server.collected()
    await server.end()
    const [what, added] = [`${whole(sessions)} sessions of ${recordsEach} records`, after - before]
    rows.push([`${what} (${whole(bytes / 1e6)} MB of JSON) add`, '', whole(added)])
    const limit = sessions * maxSession
    section.targets.push({ what: `memory of ${what}`, bound: 'max', limit, unit: 'MB', byClock: added })
    Object.assign(section.results, { sessions, recordsEach, megabytesOfJson: bytes / 1e6, before, after })
  }
  section.tables.push(table(['Resident memory of the mock', 'MB', 'After a collection'], rows))
  return section
}

/** Gives each session its own orders through the control plane, all different. Returns the bytes of their JSON. */
export async function giveSessions(
  port: number,
  scenario: Scenario,
  { sessions, recordsEach, name }: { sessions: number; recordsEach: number; name: string },
): Promise<number> {
  const originals = await seededOrders(scenario.document.runtime)
  let bytes = 0
  for (let session = 0; session < sessions; session++) {
    const orders = Object.fromEntries(
      Array.from({ length: recordsEach }, (_, index) => {
        const token = randomUUID()
        return [token, { ...originals[index % originals.length], token, invoiceNumber: `INV-${session}-${index}` }]
      }),
    )
    bytes += Buffer.byteLength(JSON.stringify(orders))
    const response = await fetch(`http://127.0.0.1:${port}/_control/sessions/${name}-${session}/seed`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ interfaces: { orders: { records: { orders } } } }),
    })
    const answer = await response.text()
    if (!response.ok) throw new NoAnswerError(`session ${session} was not seeded: ${response.status} ${answer}`)
  }
  return bytes
}

/** Sends one request to each interface, so that it loads what a first request needs. */
async function askEachInterface({ port }: MeasuredServer): Promise<void> {
  const control = await fetch(`http://127.0.0.1:${port}/_control/interfaces`)
  const { interfaces } = (await control.json()) as { interfaces: components['schemas']['ServedInterface'][] }
  for (const { baseUrls, credentials, records } of interfaces) {
    const path = records.find((record) => record.path !== undefined)?.path ?? '/'
    const headers = { accept: 'application/json', ...credentials[0]?.headers }
    await (await fetch(`${baseUrls[0]}${path}`, { headers })).arrayBuffer()
  }
}

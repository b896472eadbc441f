import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type { components } from '../../../generated/mock-control/types.ts'
import type { LoadProcess } from '../load/load.ts'
import { table, whole } from '../report.ts'
import { mock, withNodeFlags } from '../servers/peers.ts'
import { NoAnswerError, type ServerProcess, startServer } from '../servers/server.ts'
import { residentMegabytes } from '../usage.ts'
import { type Scenario, seededOrders } from './scenarios.ts'
import type { Section } from './targets.ts'

/** Highest memory: MB after one request to each interface; times that after many requests; MB of a session. */
const [maxIdle, maxGrowth, maxSession] = [140, 1.2, 0.2]
const recordsEach = 100

export interface MemoryOptions {
  /** Requests before memory is measured again; undefined to leave this out. */
  requests: number | undefined
  /** Sessions that get records of their own; undefined to leave this out. */
  sessions: number | undefined
  interfaces: number
  connections: number
  serverCores: readonly number[] | undefined
}

type MeasuredMock = ServerProcess & {
  /** Resident memory in MB. */
  now: () => number
  afterCollection: () => Promise<number>
}

/** Measures the memory of the mock with all its interfaces; measures nothing where there is no `/proc`. */
export async function measureMemory(
  scenarios: readonly [Scenario, ...Scenario[]],
  load: LoadProcess,
  { interfaces, ...options }: MemoryOptions,
): Promise<Section> {
  const section: Section = { tables: [], targets: [], results: {} }
  if (residentMegabytes(process.pid) === undefined) return section
  const { requests, sessions, serverCores } = options
  const rows: string[][] = []
  if (requests !== undefined) {
    const use = await withMock(scenarios[0], serverCores, (server) => afterRequests(server, scenarios, load, options))
    const { started, idle, idleCollected, loaded, loadedCollected } = use
    rows.push([`${interfaces} interfaces, started`, whole(started), ''])
    rows.push(['each asked once: idle', whole(idle), whole(idleCollected)])
    rows.push([`after ${whole(use.requests)} requests`, whole(loaded), whole(loadedCollected)])
    const growth = `memory after ${whole(use.requests)} requests, collected, against idle`
    section.targets.push(
      { what: 'memory, all interfaces, idle', bound: 'max', limit: maxIdle, unit: 'MB', byClock: idle },
      { what: growth, bound: 'max', limit: maxGrowth, unit: '×', byClock: loadedCollected / idleCollected },
    )
    Object.assign(section.results, use)
  }
  if (sessions !== undefined) {
    console.error(`sessions: ${sessions} of ${recordsEach} orders`)
    const use = await withMock(scenarios[0], serverCores, (server) => afterSessions(server, scenarios[0], sessions))
    const [what, added] = [`${whole(sessions)} sessions of ${recordsEach} records`, use.after - use.before]
    rows.push([`${what} (${whole(use.megabytesOfJson)} MB of JSON) add`, '', whole(added)])
    const limit = sessions * maxSession
    section.targets.push({ what: `memory of ${what}`, bound: 'max', limit, unit: 'MB', byClock: added })
    Object.assign(section.results, use)
  }
  section.tables.push(table(['Resident memory of the mock', 'MB', 'After a collection'], rows))
  return section
}

async function afterRequests(
  server: MeasuredMock,
  scenarios: readonly Scenario[],
  load: LoadProcess,
  { requests = 0, connections }: Pick<MemoryOptions, 'requests' | 'connections'>,
) {
  const started = server.now()
  await askEachInterface(server.port)
  const idle = server.now()
  const idleCollected = await server.afterCollection()
  let done = 0
  for (const scenario of scenarios) {
    const maxRequests = Math.ceil(requests / scenarios.length)
    console.error(`memory: ${maxRequests} requests, ${scenario.name}`)
    const job = { port: server.port, base: mock.base(scenario), recipe: scenario.recipe, first: 1, connections }
    const result = await load.run({ ...job, seconds: 3600, maxRequests })
    const [failure] = Object.entries(result.failures)
    if (failure) throw new NoAnswerError(`memory, ${scenario.name}: ${failure.join(' × ')}`)
    done += result.requests
  }
  const loaded = server.now()
  return { started, idle, idleCollected, requests: done, loaded, loadedCollected: await server.afterCollection() }
}

/** Gives sessions orders of their own, no two the same, through the control plane. */
async function afterSessions(server: MeasuredMock, scenario: Scenario, sessions: number) {
  await askEachInterface(server.port)
  const before = await server.afterCollection()
  const bytes = await giveSessions(server.port, scenario, { sessions, recordsEach, name: 'bench' })
  return { sessions, recordsEach, megabytesOfJson: bytes / 1e6, before, after: await server.afterCollection() }
}

/** Gives sessions orders of their own, no two the same. Returns the bytes of their JSON. */
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

async function withMock<T>(
  scenario: Scenario,
  cores: readonly number[] | undefined,
  measure: (server: MeasuredMock) => Promise<T>,
): Promise<T> {
  const peer = withNodeFlags(mock, '--expose-gc', '--import', join(import.meta.dirname, 'collect-on-request.ts'))
  const server = await startServer(peer, scenario, { cores, ipc: true })
  const now = () => residentMegabytes(server.pid) ?? Number.NaN
  const afterCollection = async () => {
    const collected = once(server.child, 'message')
    server.child.send('collect')
    await collected
    return now()
  }
  try {
    return await measure({ ...server, now, afterCollection })
  } finally {
    await server.end()
  }
}

/** Sends one request to each interface, so that it loads what a first request needs. */
async function askEachInterface(port: number): Promise<void> {
  const control = await fetch(`http://127.0.0.1:${port}/_control/interfaces`)
  const { interfaces } = (await control.json()) as { interfaces: components['schemas']['ServedInterface'][] }
  for (const { baseUrls, credentials, records } of interfaces) {
    const path = records.find((record) => record.path !== undefined)?.path ?? '/'
    const headers = { accept: 'application/json', ...credentials[0]?.headers }
    await (await fetch(`${baseUrls[0]}${path}`, { headers })).arrayBuffer()
  }
}

import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { components } from '../../../generated/mock-control/types.ts'
import type { Scenario } from '../documents/scenarios.ts'
import type { LoadProcess } from '../load/load.ts'
import { residentMegabytes } from '../processes/process-usage.ts'
import { NoAnswerError } from '../servers/first-answer.ts'
import type { Peer } from '../servers/peer.ts'
import { withNodeFlags } from '../servers/peers.ts'
import { type ServerProcess, startServer } from '../servers/server-process.ts'

export interface MemoryOptions {
  requests: number
  connections: number
  serverCores: readonly number[] | undefined
  tell: (what: string) => void
}

/** Resident memory of the mock's process in MB, and where `collected` stands, after a collection of garbage. */
export interface MemoryUse {
  /** After the start. */
  started: number
  /** After one request to each interface. */
  idle: number
  idleCollected: number
  requests: number
  loaded: number
  loadedCollected: number
}

/** A mock that collects garbage when it is asked to. */
export interface CollectingMock extends ServerProcess {
  resident: () => number
  collect: () => Promise<void>
}

/** The mock with all its interfaces, before and after many requests: those of the scenarios, in equal parts. */
export async function measureMemory(
  mock: Peer,
  scenarios: readonly [Scenario, ...Scenario[]],
  load: LoadProcess,
  { requests, connections, serverCores, tell }: MemoryOptions,
): Promise<MemoryUse | undefined> {
  const server = await startCollecting(mock, scenarios[0], serverCores)
  if (!server) return undefined
  try {
    const started = server.resident()
    await askEachInterface(server.port)
    const idle = server.resident()
    await server.collect()
    const idleCollected = server.resident()
    let done = 0
    for (const scenario of scenarios) {
      const atMost = Math.ceil(requests / scenarios.length)
      tell(`memory: ${atMost} requests, ${scenario.name}`)
      const { port } = server
      const job = { port, base: mock.base(scenario), recipe: scenario.recipe, first: 1, connections, seconds: 3600 }
      const result = await load.run({ ...job, atMost })
      const [failure] = Object.entries(result.failures)
      if (failure) throw new NoAnswerError(`memory, ${scenario.name}: ${failure.join(' × ')}`)
      done += result.requests
    }
    const loaded = server.resident()
    await server.collect()
    return { started, idle, idleCollected, requests: done, loaded, loadedCollected: server.resident() }
  } finally {
    await server.end()
  }
}

/** @returns undefined where the system does not tell how much memory a process has */
export async function startCollecting(
  mock: Peer,
  scenario: Scenario,
  cores: readonly number[] | undefined,
): Promise<CollectingMock | undefined> {
  const hook = fileURLToPath(new URL('collect-on-request.ts', import.meta.url))
  const peer = withNodeFlags(mock, '--expose-gc', '--import', hook)
  const server = await startServer(peer, scenario, { cores, channel: true })
  if (residentMegabytes(server.pid) === undefined) {
    await server.end()
    return undefined
  }
  return {
    ...server,
    resident: () => residentMegabytes(server.pid) ?? Number.NaN,
    async collect() {
      const collected = once(server.child, 'message')
      server.child.send('collect')
      await collected
    },
  }
}

/** One request to each, so that what loads with the first request is there. */
export async function askEachInterface(port: number): Promise<void> {
  const control = await fetch(`http://127.0.0.1:${port}/_control/interfaces`)
  const { interfaces } = (await control.json()) as { interfaces: components['schemas']['ServedInterface'][] }
  for (const { baseUrls, credentials, records } of interfaces) {
    const [credential] = credentials
    const path = records.find((record) => record.path !== undefined)?.path ?? '/'
    const headers = { accept: 'application/json', ...credential?.headers }
    await (await fetch(`${baseUrls[0]}${path}`, { headers })).arrayBuffer()
  }
}

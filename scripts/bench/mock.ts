import { listInterfaces } from '../../src/contract/registry.ts'
import { ordersDocument, updatesDocument } from './documents/document.ts'
import { orderApi, prepareDocument, seededOrders, temporaryFolder } from './documents/documents.ts'
import { generatedScenarios, orderApiScenarios } from './documents/scenarios.ts'
import { type LoadProcess, startLoad } from './load/load.ts'
import { measureMemory } from './measures/memory.ts'
import { type Absence, measure } from './measures/rounds.ts'
import { measureSessions } from './measures/sessions.ts'
import { measureStartUp } from './measures/start-up.ts'
import { measureWorkers } from './measures/workers.ts'
import type { Options } from './options.ts'
import { chooseCores } from './processes/affinity.ts'
import { type Results, toRows, toStartUp, toTails } from './report/results.ts'
import { NoAnswerError } from './servers/first-answer.ts'
import { install } from './servers/installed.ts'
import type { Peer } from './servers/peer.ts'
import { peers as allPeers, profiled, withWorkers } from './servers/peers.ts'

type MockOptions = Omit<Options, 'only' | 'parameterRounds' | 'pipeline'>

/** Orders that each session is given. */
const recordsEach = 100

/** All that is measured of the mock, beside its peers. */
export async function benchMock({ peers: asked, profile, measures, ...options }: MockOptions): Promise<Results> {
  const tell = (what: string) => console.error(what)
  const cores = chooseCores()
  const folder = temporaryFolder()
  const absences: Absence[] = []
  const peers = asked.filter((peer) => isThere(peer, absences, tell))
  const [mock] = allPeers as [Peer]
  tell('generating the documents')
  const document = await orderApi(folder)
  const orders = orderApiScenarios(folder, document)
  const common = { connections: options.connections, serverCores: cores ? [cores.server] : undefined, tell }

  const starters = peers.filter(({ name }) => name === 'mock' || name === 'prism')
  if (measures.includes('start-up')) tell('timing start-up')
  const startUp = measures.includes('start-up')
    ? await measureStartUp(orders[0], starters, { times: options.starts, folder })
    : []

  const load = startLoad(cores?.load)
  const cells = measures.includes('rates') ? await measureRates(load) : []
  const memory = measures.includes('memory')
    ? await measureMemory(mock, orders, load, { ...common, requests: options.requests })
    : undefined
  const workers = measures.includes('workers')
    ? await measureWorkers(mock, orders[0], load, { ...options, cores, tell }).catch(absent)
    : undefined
  await load.end()
  const sessions = measures.includes('sessions')
    ? await measureSessions(mock, orders[0], await seededOrders(document.runtime), {
        ...common,
        sessions: options.sessions,
        recordsEach,
      })
    : undefined

  return {
    bound: cores !== null,
    node: process.version,
    options,
    interfaces: listInterfaces().filter(({ prefix }) => !prefix.startsWith('_')).length,
    rows: toRows(cells),
    tails: toTails(cells),
    startUp: toStartUp(startUp),
    memory: memory ?? null,
    sessions: sessions ?? null,
    workers: workers ?? null,
    absences: absences.map(({ peer, reason }) => ({ peer: peer.title, reason })),
  }

  function absent(error: unknown): undefined {
    if (!(error instanceof NoAnswerError)) throw error
    absences.push({ peer: withWorkers(mock, 2), reason: error.message })
  }

  async function measureRates(load: LoadProcess) {
    const documents = {
      small: await prepareDocument(folder, '2-operations', ordersDocument(2)),
      updates: await prepareDocument(folder, '2-operations-one-writes', updatesDocument()),
      large: await prepareDocument(folder, '1500-operations', ordersDocument(1500)),
    }
    const measured = peers.map((peer) => (profile && peer.name === 'mock' ? profiled(peer, profile) : peer))
    const scenarios = [...generatedScenarios(folder, documents), ...orders].filter(({ name }) =>
      name.includes(options.scenarios ?? ''),
    )
    return measure(scenarios, measured, load, { ...options, ...common, absences })
  }
}

function isThere(peer: Peer, absences: Absence[], tell: (what: string) => void): boolean {
  if (!peer.installs) return true
  tell(`looking for ${peer.installs.name} ${peer.installs.version}`)
  const reason = install(peer.installs)
  if (reason !== undefined) absences.push({ peer, reason })
  return reason === undefined
}

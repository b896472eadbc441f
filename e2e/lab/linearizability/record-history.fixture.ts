import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster, type TestCluster, type TestEngine } from '../../../src/mock/storage/valkey/engine.fixture.ts'
import { order, update } from '../../../src/mock/storage/valkey/order-calls.fixture.ts'
import { type Replica, startReplica } from '../../../src/mock/storage/valkey/replicas.fixture.ts'

/** A read or a write of one session's order, with its times in microseconds. */
export interface Operation {
  client: number
  key: string
  write: boolean
  /** Each write has another value; empty before the first. */
  value: string
  call: number
  return: number
}

export interface History {
  operations: Operation[]
  requests: number
  /** What was done to the processes and to the engine. */
  faults: string[]
  /** Requests without a 200: most were refused while a node was lost. */
  unanswered: number
}

/** Each kind comes at least once, however slow the machine is. */
const kindsOfFaults = 6
const clients = 16
const sessions = 8

/** Microseconds that no call of a run reaches: a write without an answer may still take effect at any later time. */
export const never = 1e12

/**
 * Reads and writes through three processes, whose sessions are on a cluster, while processes are killed and nodes are killed, hang, or lose
 * their connections.
 */
export async function recordHistory(seconds: number): Promise<History> {
  // With one replica each, which confirms every change before it is answered, a failover loses nothing that was acknowledged.
  const cluster = await startCluster(1, '--cluster-require-full-coverage', 'no')
  const start = () => startReplica(cluster.url, ['orders', '--wait-replicas', '1'])
  const replicas = await Promise.all([start(), start(), start()])
  const history: History = { operations: [], requests: 0, faults: [], unanswered: 0 }
  const end = new AbortController()
  const callers = Array.from({ length: clients }, (_, client) => call(client, replicas, history, end.signal))
  const until = performance.now() + seconds * 1000
  try {
    await settle(replicas)
    for (let round = 0; round < kindsOfFaults || performance.now() < until; round++)
      await disturb(round, cluster, replicas, start, history.faults)
    await settle(replicas)
  } finally {
    end.abort()
    await Promise.all(callers)
    await Promise.all(replicas.map((replica) => replica.end('SIGKILL')))
    await cluster.stop()
  }
  return history
}

async function call(client: number, replicas: readonly Replica[], history: History, end: AbortSignal): Promise<void> {
  for (let count = 0; !end.aborted; count++) {
    const { origin } = replicas[(client + count) % replicas.length] as Replica
    const key = `s${(client * 7 + count * 3) % sessions}`
    const write = count % 2 === 0
    const value = write ? `${client}-${count}` : ''
    const call = now()
    history.requests++
    const found = await (write
      ? update(origin, key, { status: 'InProgress', trackingNumber: value })
      : order(origin, key)
    )
      .then(async (answer) => ({ status: answer.status, body: (await answer.json()) as { trackingNumber?: string } }))
      .catch(() => undefined)
    if (found?.status === 200) {
      const seen = write ? value : (found.body.trackingNumber ?? '')
      history.operations.push({ client, key, write, value: seen, call, return: now() })
      continue
    }
    if (found && found.status !== 503) throw new Error(`an answer of ${found.status}`)
    history.unanswered++
    if (write) history.operations.push({ client, key, write, value, call, return: never })
    await sleep(20)
  }
}

const now = () => Math.round(performance.now() * 1000)

/** One fault, and the time until all is well again. */
async function disturb(
  round: number,
  cluster: TestCluster,
  replicas: Replica[],
  start: () => Promise<Replica>,
  faults: string[],
): Promise<void> {
  const primaries = cluster.nodes.filter(({ ask }) => ask('role').startsWith('master'))
  const node = primaries[round % primaries.length] as TestEngine
  const kinds: Record<string, () => Promise<void>> = {
    'a process is killed': async () => {
      const index = round % replicas.length
      await replicas[index]?.end('SIGKILL')
      replicas[index] = await start()
    },
    'a primary is killed, and a replica without its last writes takes over': async () => {
      const replica = cluster.nodes.find(({ ask }) => ask('role').split('\n')[2] === String(node.port))
      replica?.signal('SIGSTOP')
      node.ask('client', 'kill', 'type', 'replica')
      await sleep(300)
      await node.kill()
      replica?.signal('SIGCONT')
      while (cluster.nodes.filter((one) => one !== node && one.ask('role').startsWith('master')).length < 3)
        await sleep(50)
      await node.restart()
    },
    'a primary hangs for a moment': async () => {
      node.signal('SIGSTOP')
      await sleep(1000)
      node.signal('SIGCONT')
    },
    'a primary loses its connections': async () => void node.ask('client', 'kill', 'type', 'normal'),
    'a primary hangs until its replica has taken over': async () => {
      node.signal('SIGSTOP')
      while (cluster.nodes.filter((one) => one !== node && one.ask('role').startsWith('master')).length < 3)
        await sleep(50)
      node.signal('SIGCONT')
    },
    'a replica is killed': async () => {
      const replica = cluster.nodes.find(({ ask }) => ask('role').startsWith('slave'))
      await replica?.kill()
      await sleep(500)
      await replica?.restart()
    },
  }
  const all = Object.entries(kinds)
  const [what = '', strike] = all[round % all.length] ?? []
  faults.push(what)
  await strike?.()
  await settle(replicas)
}

/** Waits until each process serves each session. */
async function settle(replicas: readonly Replica[]): Promise<void> {
  const until = performance.now() + 60_000
  const serve = async (origin: string, session: string) => {
    while ((await order(origin, session)).status !== 200) {
      if (performance.now() > until) throw new Error(`${origin} does not serve ${session} again`)
      await sleep(50)
    }
  }
  const names = Array.from({ length: sessions }, (_, number) => `s${number}`)
  await Promise.all(replicas.flatMap(({ origin }) => names.map((name) => serve(origin, name))))
}

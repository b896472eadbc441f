import { type ChildProcess, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from '../../../start-process.fixture.ts'
import { openValkey } from './open-valkey.ts'
import type { ValkeyStorage } from './valkey-storage.ts'

/** The server for tests: Valkey, or else Redis. None in a mutation run, because its start takes longer than a mutant may. */
const server = (process.env.WITHOUT_ENGINE ? [] : ['valkey-server', 'redis-server']).find(
  (name) => spawnSync(name, ['--version']).status === 0,
)
const cli = server?.replace('server', 'cli') ?? ''

/** Why tests that need an engine are skipped; undefined when they can run. */
export const missingEngine = server === undefined ? 'needs redis-server or valkey-server' : undefined

export interface TestEngine {
  url: string
  port: number
  /** Runs a command with the engine's own client, and returns the output. */
  ask(...command: string[]): string
  /** `SIGSTOP` has it hang, and `SIGCONT` continue. */
  signal(name: NodeJS.Signals): void
  /** Kills the engine, like a power cut. */
  kill(): Promise<void>
  /** Starts the engine again on its port. It has only the data that it wrote to its folder. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts an engine on loopback, with these additional lines of configuration; `{port}` in them is its port. */
export async function startEngine(...configuration: string[]): Promise<TestEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'))
  const started = await launchOnAnyPort(folder, configuration)
  const { port } = started
  let { child } = started
  const kill = async () => {
    const ended = once(child, 'exit')
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await ended
  }
  return {
    url: `valkey://127.0.0.1:${port}`,
    port,
    ask: (...command) => spawnSync(cli, ['-p', String(port), ...command], { encoding: 'utf8' }).stdout.trim(),
    signal: (name) => void child.kill(name),
    kill,
    async restart() {
      child = await launch(port, folder, configuration)
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface TestCluster {
  url: string
  nodes: TestEngine[]
  stop(): Promise<void>
}

/** Three primaries with a third of the slots and this number of replicas each, and these additional lines of configuration. */
export async function startCluster(replicas = 0, ...configuration: string[]): Promise<TestCluster> {
  const own = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000', '--repl-diskless-sync-delay', '0']
  const nodes = await Promise.all(Array.from({ length: 3 + 3 * replicas }, () => startEngine(...own, ...configuration)))
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`)
  const made = spawnSync(
    cli,
    ['--cluster', 'create', ...addresses, '--cluster-replicas', String(replicas), '--cluster-yes'],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`the cluster was not made: ${made.stdout}${made.stderr}`)
  const isReady = ({ ask }: TestEngine) =>
    ask('cluster', 'info').includes('cluster_state:ok') &&
    (ask('role').startsWith('master') || ask('info', 'replication').includes('master_link_status:up'))
  while (!nodes.every(isReady)) await sleep(50)
  return {
    url: `valkey://${addresses.join(',')}`,
    nodes,
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  }
}

/** Storages of this number of processes, under a prefix that no other test uses. */
export async function openReplicas(url: string, count: number, idle = 0): Promise<ValkeyStorage[]> {
  const prefix = `test-${prefixes++}-${process.pid}:`
  const open = () => openValkey(url, { prefix }, { idleOf: () => idle, onFault: () => {} })
  return (await Promise.all(Array.from({ length: count }, open))).map(({ storage }) => storage)
}

let prefixes = 0

/** An engine cannot tell which port the system gives it. It is started on other ones until it has one to itself. */
async function launchOnAnyPort(
  folder: string,
  configuration: string[],
): Promise<{ port: number; child: ChildProcess }> {
  for (;;) {
    // Below those of outgoing connections; a node of a cluster uses the port 10,000 above it as well.
    const port = randomInt(10_000, 20_000)
    try {
      return { port, child: await launch(port, folder, configuration) }
    } catch (error) {
      if (!/already in use/i.test(String(error))) throw error
    }
  }
}

async function launch(port: number, folder: string, configuration: string[]): Promise<ChildProcess> {
  const bound = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const words = configuration.map((word) => word.replace('{port}', String(port)))
  const engine = startProcess([server ?? '', ...bound, ...words])
  await engine.says(/Ready to accept connections/)
  return engine.process
}

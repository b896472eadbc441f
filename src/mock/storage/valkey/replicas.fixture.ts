import { type ChildProcess, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cli } from '../../../cli/run-command.fixture.ts'
import { listenOnLoopback } from '../../../listen-on-loopback.fixture.ts'
import { type StartedProcess, startProcess } from '../../../start-process.fixture.ts'
import { startEngine } from './engine.fixture.ts'

/** Why tests behind a load balancer are skipped; undefined when they can run. */
export const missingBalancer = spawnSync('haproxy', ['-v']).status === 0 ? undefined : 'needs haproxy'

export interface Replica {
  origin: string
  process: ChildProcess
  /** Everything that it has printed, without the table of addresses. */
  printed(): string
  end(signal?: NodeJS.Signals): Promise<void>
}

/** Starts the mock as a process, with its sessions on this engine. */
export async function startReplica(
  url: string,
  flags: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<Replica> {
  const env = { ...process.env, ...environment }
  const replica = startProcess([process.execPath, cli, 'mock', '--port', '0', '--state', url, ...flags], { env })
  const [, origin = ''] = await replica.says(/(http:\/\/[\d.]+:\d+)[\s\S]*Credentials/)
  return {
    origin,
    process: replica.process,
    printed: () => replica.output.stderr,
    end: async (signal) => void (await replica.end(signal)),
  }
}

export interface Balancer {
  origin: string
  stop(): Promise<void>
}

/**
 * Two mocks that share sessions on one engine, behind a load balancer; `stop` ends all of them. Their user of the engine has only the
 * rights that the guide lists.
 */
export async function startBalancedReplicas(flags: readonly string[] = []): Promise<Balancer> {
  const guide = readFileSync(new URL('../../../../docs/guides/many-machines.md', import.meta.url), 'utf8')
  const rights = /these rights:\s`([^`]+)`/.exec(guide)?.[1]?.split(' ')
  if (!rights) throw new Error('the guide shows no rights of the user of the engine')
  const password = randomUUID()
  const engine = await startEngine('--user', 'mock', 'on', `>${password}`, ...rights, '--user', 'default', 'off')
  const environment = { RULEBOUND_STATE_USER: 'mock', RULEBOUND_STATE_PASSWORD: password }
  const replicas = await Promise.all([1, 2].map(() => startReplica(engine.url, flags, environment)))
  const balancer = await startBalancer(replicas.map((replica) => replica.origin))
  return {
    origin: balancer.origin,
    async stop() {
      await balancer.stop()
      for (const replica of replicas) await replica.end()
      await engine.stop()
    },
  }
}

/** A load balancer that sends each request to the next of these origins. */
async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'balancer-'))
  const servers = origins.map((origin, index) => `  server mock${index} ${new URL(origin).host} check inter 200`)
  const lines = [
    'defaults',
    '  mode http',
    '  balance roundrobin',
    '  timeout connect 5s',
    // Otherwise the interval of the checks is their time limit, and a busy machine has no server at times.
    '  timeout check 5s',
    '  timeout client 10m',
    '  timeout server 10m',
    '  option httpchk GET /_control/health',
    'frontend all',
    '  bind fd@3',
    '  default_backend mocks',
    'backend mocks',
    ...servers,
  ]
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const balancer = await startHaproxy(['haproxy', '-f', file, '-db'])
  return {
    origin: balancer.origin,
    async stop() {
      await balancer.end()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Starts haproxy with a configuration that binds to `fd@3`, a port that the system gave, and waits until the mocks behind it are healthy. */
export async function startHaproxy(command: readonly string[]): Promise<StartedProcess & { origin: string }> {
  const server = createServer()
  const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle
  const balancer = startProcess(command, { stdio: ['ignore', 'pipe', 'pipe', fd] })
  // Closes this process' own handle alone.
  server.close()
  const isHealthy = () =>
    fetch(`${origin}/_control/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isHealthy())) {
    const { code, stderr } = balancer.output
    if (code !== null) throw new Error(`haproxy ended with ${code}: ${stderr}`)
    await sleep(50)
  }
  return { ...balancer, origin }
}

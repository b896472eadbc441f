import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = 'etcd'

/** Why the server of the same family cannot be run here; undefined where it can. */
export function whyNoRealServer(): string | undefined {
  return spawnSync(program, ['--version']).error
    ? 'etcd is not installed (Debian: apt-get install etcd-server)'
    : undefined
}

/** Three members of a server of the same family on loopback, each behind an adapter that speaks as the documents do. */
export interface RealCluster {
  endpoints: string[]
  stop(index: number): Promise<void>
  start(index: number): void
  close(): Promise<void>
}

export async function startRealCluster(): Promise<RealCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'kv-upgrade-real-'))
  const ports = await freePorts(6)
  const members = ['m1', 'm2', 'm3'].map((name, index) => ({
    name,
    client: `http://127.0.0.1:${ports[index]}`,
    peer: `http://127.0.0.1:${ports[index + 3]}`,
  }))
  const initial = members.map(({ name, peer }) => `${name}=${peer}`).join()
  const running: (ChildProcess | undefined)[] = []
  const start = (index: number) => {
    const { name, client, peer } = members[index] ?? { name: '', client: '', peer: '' }
    const data = [
      '--name',
      name,
      '--data-dir',
      join(folder, name),
      '--initial-cluster',
      initial,
      '--initial-cluster-state',
      'new',
    ]
    const urls = ['--listen-client-urls', client, '--advertise-client-urls', client]
    const peers = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer]
    // The distribution builds it for arm64 too, where it wants to be told that this is meant.
    const env = process.arch === 'arm64' ? { ...process.env, ETCD_UNSUPPORTED_ARCH: 'arm64' } : process.env
    running[index] = spawn(program, [...data, ...urls, ...peers], { stdio: 'ignore', env })
  }
  const stop = async (index: number) => {
    const child = running[index]
    running[index] = undefined
    if (!child || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  members.forEach((_, index) => {
    start(index)
  })
  const adapters = await Promise.all(members.map(({ client }) => startAdapter(client)))
  return {
    endpoints: adapters.map((adapter) => `http://127.0.0.1:${(adapter.address() as AddressInfo).port}`),
    start,
    stop,
    async close() {
      await Promise.all(members.map((_, index) => stop(index)))
      for (const adapter of adapters) {
        adapter.close()
        adapter.closeAllConnections()
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Its version keys and the prefix of its metrics differ from the documents; nothing else is touched. */
async function startAdapter(client: string): Promise<Server> {
  const adapter = createServer((request, response) => {
    fetch(client + request.url)
      .then(async (answer) => {
        const text = await answer.text()
        const spoken =
          request.url === '/metrics'
            ? text.replace(/^((?:# \w+ )?)etcd_/gm, '$1kv_')
            : text.replace(/"etcd(server|cluster)"/g, '"kv$1"')
        response.writeHead(answer.status).end(spoken)
      })
      // A stopped member answers nothing, and neither may what stands before it.
      .catch(() => request.socket.destroy())
  })
  adapter.listen(0, '127.0.0.1')
  await once(adapter, 'listening')
  return adapter
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createTcpServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

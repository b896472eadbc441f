import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.fixture.ts'
import { type Adapter, startAdapter } from './adapter.fixture.ts'

/** Members of a real cluster on loopback, each behind an adapter. They are addressed by their index. */
export interface RealCluster {
  /** Temporary; holds the data of the members and whatever else belongs to the cluster. */
  folder: string
  /** The adapters, as the operator's programs are given them. */
  adapters: readonly Adapter[]
  endpoints: readonly string[]
  /** The client URLs behind the adapters. */
  clients: readonly string[]
  /** Starts a member with a binary, on the data that it has, with the options of the cluster or with others. */
  start(index: number, server: string, options?: readonly string[]): void
  /** Ends when the member has ended. */
  stop(index: number): Promise<void>
  /** The exit code of a member that ends by itself. */
  ended(index: number): Promise<number | null>
  dataOf(index: number): string
  /** The arguments that restore a snapshot for this member, into a data folder that it uses from then on. */
  restoreArguments(index: number): string[]
  close(): Promise<void>
}

export async function openCluster(count: number, options: readonly string[] = []): Promise<RealCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'kv-upgrade-real-'))
  const ports: number[] = []
  while (ports.length < 2 * count) ports.push(await freePort())
  const members = Array.from({ length: count }, (_, index) => ({
    name: `m${index + 1}`,
    client: `http://127.0.0.1:${ports[index]}`,
    peer: `http://127.0.0.1:${ports[index + count]}`,
    data: join(folder, `m${index + 1}`),
    process: undefined as ChildProcess | undefined,
  }))
  const initial = members.map(({ name, peer }) => `${name}=${peer}`).join()
  const memberAt = (index: number) => {
    const member = members[index]
    if (!member) throw new Error(`no member ${index}`)
    return member
  }
  const adapters = await Promise.all(members.map(({ client }) => startAdapter(client)))
  const stop = async (index: number) => {
    const member = memberAt(index)
    const child = member.process
    member.process = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return {
    folder,
    adapters,
    endpoints: adapters.map(({ endpoint }) => endpoint),
    clients: members.map(({ client }) => client),
    start(index, server, differs = options) {
      const member = memberAt(index)
      const { name, client, peer, data } = member
      const urls = { '--listen-client-urls': client, '--advertise-client-urls': client }
      const peers = { '--listen-peer-urls': peer, '--initial-advertise-peer-urls': peer, '--initial-cluster': initial }
      const settings = Object.entries({ '--name': name, '--data-dir': data, ...urls, ...peers }).flat()
      member.process = spawn(server, [...settings, ...differs], { stdio: 'ignore' })
    },
    stop,
    async ended(index) {
      const child = memberAt(index).process
      if (!child) throw new Error(`member ${index} was not started`)
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      return child.exitCode
    },
    dataOf: (index) => memberAt(index).data,
    restoreArguments(index) {
      const member = memberAt(index)
      member.data = join(folder, `${member.name}-restored`)
      const { name, peer, data } = member
      return ['--name', name, '--initial-cluster', initial, '--initial-advertise-peer-urls', peer, '--data-dir', data]
    },
    async close() {
      await Promise.all(members.map((_, index) => stop(index)))
      for (const adapter of adapters) adapter.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Asks until there is an answer. The limit is that of the test; what is waited for is printed once a minute. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (let asked = 1; ; asked++) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (asked % 300 === 0) console.warn(`still waited for: ${what}`)
    await sleep(200)
  }
}

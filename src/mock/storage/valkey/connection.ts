import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'iovalkey'
import { getOrAdd } from '../../memoize.ts'
import { StorageError } from '../storage.ts'
import type { Endpoint } from './endpoint.ts'
import { type Client, clientOptions, EngineNode } from './engine-node.ts'
import type { ScriptName } from './scripts.ts'
import { whyUnusable } from './why-unusable.ts'

export interface ConnectionOptions {
  endpoint: Endpoint
  isCluster: boolean
  /** Replicas of the engine that must confirm each change; 0 for none. */
  waitReplicas: number
  /** Called when the engine is lost, and when it is back. */
  onFault: (reason: string) => void
}

/** The number of primaries with slots, and how many of them serve. */
export interface NodeCount {
  serving: number
  all: number
}

/** Milliseconds that replicas of the engine may take to confirm a change. */
const confirmTimeout = 1000

/** Most redirections that one call follows in a cluster. */
const maxRedirections = 5

/** Milliseconds between two looks at a cluster. */
const pause = 1000

/** Milliseconds that a node may take to answer a look. */
const maxAnswer = 3000

const slotCount = 16_384

/** Which nodes of a cluster have which hash slots. */
interface ClusterSlots {
  /** Address of the primary of each slot. */
  primaries: (string | undefined)[]
  /** Addresses of all nodes, replicas included. */
  addresses: Set<string>
}

/**
 * The engine: a single node, or the primaries of a cluster, each with one connection. All errors are {@link StorageError}s, except bugs of the
 * mock.
 */
export class Connection {
  readonly #library: typeof Redis
  readonly #endpoint: Endpoint
  readonly #isCluster: boolean
  readonly #waitReplicas: number
  readonly #warn: (what: string) => void
  readonly #nodes = new Map<string, EngineNode>()
  #slots: ClusterSlots = { primaries: [], addresses: new Set() }
  #nodeCount: NodeCount = { serving: 1, all: 1 }
  readonly #end = new AbortController()
  /** Reasons of the present loss, each of which is reported once. */
  readonly #reportedLosses = new Set<string>()
  /** For the metrics of the mock. */
  readonly count = { calls: 0, errors: 0 }

  constructor(library: typeof Redis, { endpoint, isCluster, waitReplicas, onFault }: ConnectionOptions) {
    this.#library = library
    this.#endpoint = endpoint
    this.#isCluster = isCluster
    this.#waitReplicas = waitReplicas
    this.#warn = (what) => onFault(`${endpoint.shown}: ${what}`)
  }

  /**
   * Finds the nodes of a cluster, and looks at them from then on.
   *
   * @param key one that all processes use. All nodes except one answer that another node has it.
   */
  async start(key: string): Promise<void> {
    if (!this.#isCluster) return
    await this.#findSlots(this.#seeds())
    const watch = async () => {
      for (;;) {
        await this.#look(key)
        await sleep(pause, undefined, { signal: this.#end.signal, ref: false })
      }
    }
    watch().catch(() => {})
  }

  /** False while no part of the engine can be used. */
  get isUp(): boolean {
    return this.nodes.serving > 0
  }

  get nodes(): NodeCount {
    return this.#isCluster ? this.#nodeCount : { serving: this.#nodeOf('').isConnected ? 1 : 0, all: 1 }
  }

  run(script: ScriptName, key: string, args: readonly string[]): Promise<unknown> {
    const isConfirmed = this.#waitReplicas > 0 && script !== 'fetch'
    return this.command(key, (client) =>
      isConfirmed ? this.#runConfirmed(client, script, key, args) : client[script](key, ...args),
    )
  }

  /** Runs commands on the node that has a key. */
  command<T>(key: string, call: (client: Client) => Promise<T>): Promise<T> {
    return this.#send(() => this.#nodeOf(key), call)
  }

  /** Ids and values of the last entries of a stream, oldest first; with `after`, only of entries after that id. */
  async entries(key: string, count: number, after?: string): Promise<[id: string, value: string][]> {
    const start = after === undefined ? '-' : `(${after}`
    const entries = await this.command(key, (client) => client.xrevrange(key, '+', start, 'COUNT', count))
    return entries.map(([id, [, value = '']]): [string, string] => [id, value]).reverse()
  }

  /** The keys on all nodes that match a pattern. */
  async scan(pattern: string): Promise<string[]> {
    const found = new Set<string>()
    for (const address of this.#isCluster ? this.#primaries() : this.#seeds()) {
      let cursor = '0'
      do {
        const [next, keys] = await this.#send(
          () => this.#open(address),
          (client) => client.scan(cursor, 'MATCH', pattern, 'COUNT', 1000),
        )
        for (const key of keys) found.add(key)
        cursor = next
      } while (cursor !== '0')
    }
    return [...found]
  }

  async close(): Promise<void> {
    this.#end.abort()
    for (const node of this.#nodes.values()) node.close()
  }

  async #send<T>(nodeOf: () => EngineNode, call: (client: Client) => Promise<T>): Promise<T> {
    this.count.calls++
    try {
      let node = nodeOf()
      for (let redirections = 0; ; redirections++) {
        try {
          return await node.run(call)
        } catch (error) {
          const [, kind, slot, address] = /^(MOVED|ASK) (\d+) (\S+)$/.exec((error as Error).message) ?? []
          if (address === undefined || redirections === maxRedirections) throw error
          node = this.#open(address)
          if (kind === 'MOVED') this.#slots.primaries[Number(slot)] = address
          else node.client.asking().catch(() => {})
        }
      }
    } catch (error) {
      this.count.errors++
      const reason = whyUnusable(error as Error)
      throw reason === undefined ? error : new StorageError(`The mock cannot use its state: ${reason}.`, 1)
    }
  }

  /** Runs a command and `WAIT` in one pipeline, because `WAIT` reports only on changes of its own connection. */
  async #runConfirmed(client: Client, script: ScriptName, key: string, args: readonly string[]): Promise<unknown> {
    const pipeline = client.pipeline()
    // The pipeline has the same commands, which are missing in its types, too.
    const scripted = pipeline as unknown as Client
    void scripted[script](key, ...args)
    pipeline.wait(this.#waitReplicas, confirmTimeout)
    const [[failure, result] = [], [, confirmed] = []] = (await pipeline.exec()) ?? []
    if (failure) throw failure
    if (Number(confirmed) >= this.#waitReplicas) return result
    const lack = `${Number(confirmed ?? 0)} of ${this.#waitReplicas} replicas have confirmed the change within ${confirmTimeout} ms`
    throw new StorageError(`The state engine has stored the change, but only ${lack}.`, 1)
  }

  #nodeOf(key: string): EngineNode {
    const address = this.#isCluster ? this.#slots.primaries[slotOf(key)] : this.#seeds()[0]
    if (address === undefined) throw new Error('CLUSTERDOWN no node has the slot of the session')
    return this.#open(address)
  }

  #open(address: string): EngineNode {
    return getOrAdd(this.#nodes, address, () => {
      const end = address.lastIndexOf(':')
      const [host, port] = [address.slice(0, end), Number(address.slice(end + 1))]
      const client = new this.#library({ host, port, ...clientOptions(this.#endpoint) })
      return new EngineNode(
        client,
        this.#isCluster ? {} : { onLost: (reason) => this.#lose(reason), onBack: () => this.#recover() },
      )
    })
  }

  #seeds(): string[] {
    return this.#endpoint.seeds.map(({ host, port }) => `${host}:${port}`)
  }

  #primaries(): string[] {
    return [...new Set(this.#slots.primaries)].filter((address) => address !== undefined)
  }

  /** Counts the serving primaries of a cluster, and finds out which nodes are the primaries now. */
  async #look(key: string): Promise<void> {
    const primaries = this.#primaries()
    const serve = await Promise.all(primaries.map((address) => this.#serves(address, key)))
    const serving = primaries.filter((_, index) => serve[index])
    this.#countNodes({ serving: serving.length, all: primaries.length })
    const candidates = serving.length > 0 ? serving.slice(0, 1) : [...this.#slots.addresses, ...this.#seeds()]
    // Without an answer, the known ones are tried again.
    await this.#findSlots(candidates).catch(() => {})
  }

  /** A node may answer and still refuse all commands, because another node is lost. */
  #serves(address: string, key: string): Promise<boolean> {
    const answer = this.#open(address)
      .run((client) => client.get(key))
      .then(
        () => true,
        (error: Error) => error.message.startsWith('MOVED'),
      )
    return Promise.race([answer, sleep(maxAnswer, false, { ref: false })])
  }

  /** Asks these nodes which node has which slots, takes the first answer, and closes the connections that are needed no more. */
  async #findSlots(addresses: readonly string[]): Promise<void> {
    const ask = async (address: string) =>
      readSlots(await this.#open(address).run((client) => client.cluster('SLOTS')), address)
    this.#slots = await Promise.any(addresses.map(ask)).catch(({ errors }: AggregateError) => Promise.reject(errors[0]))
    const needed = this.#primaries()
    for (const [address, node] of this.#nodes) {
      if (needed.includes(address)) continue
      node.close()
      this.#nodes.delete(address)
    }
  }

  #countNodes(count: NodeCount): void {
    const { serving, all } = count
    const before = this.#nodeCount
    this.#nodeCount = count
    if (serving === before.serving && all === before.all) return
    if (serving < all)
      this.#warn(`${all - serving} of ${all} nodes do not serve; requests of their sessions are answered 503`)
    else if (before.serving < before.all) this.#warn(`all ${all} nodes serve`)
  }

  #lose(reason: string): void {
    if (this.#reportedLosses.has(reason)) return
    this.#reportedLosses.add(reason)
    this.#warn(`${reason}; requests are answered 503 until it is back`)
  }

  #recover(): void {
    if (this.#reportedLosses.size > 0) this.#warn('the state engine is back')
    this.#reportedLosses.clear()
  }
}

/**
 * @param reply of `CLUSTER SLOTS`: ranges of slots, each with its primary and then its replicas
 * @param replier address of the node that has replied
 */
function readSlots(reply: unknown, replier: string): ClusterSlots {
  const primaries = new Array<string | undefined>(slotCount)
  const addresses = new Set<string>()
  for (const [first, last, ...nodes] of reply as [number, number, ...[host: string | null, port: number][]][]) {
    // A node that does not know its own host leaves it out.
    const [primary, ...replicas] = nodes.map(([host, port]) => (host ? `${host}:${port}` : replier))
    for (const address of [primary, ...replicas]) if (address !== undefined) addresses.add(address)
    primaries.fill(primary, first, last + 1)
  }
  return { primaries, addresses }
}

/** The slot of a key: CRC-16/XMODEM of the part in braces, as the specification of the cluster says. */
function slotOf(key: string): number {
  const start = key.indexOf('{')
  const end = key.indexOf('}', start + 1)
  const tag = start === -1 || end <= start + 1 ? key : key.slice(start + 1, end)
  let crc = 0
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc % slotCount
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, Redis, RedisOptions } from 'iovalkey'
import { StorageError } from '../storage.ts'
import type { Endpoint } from './endpoint.ts'
import { type ScriptName, scripts } from './scripts.ts'
import { whyUnusable } from './why-unusable.ts'

export type Library = Pick<typeof import('iovalkey'), 'Redis' | 'Cluster'>

/** The library's client of a node or a cluster, with the commands that it creates from the scripts. */
type Client = Redis & Record<ScriptName, (key: string, ...args: readonly string[]) => Promise<unknown>>

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

/** Milliseconds between two attempts to connect: at first, and at most. Each takes twice as long as the one before. */
const [minDelay, maxDelay] = [50, 2000]

/** Milliseconds between two looks at a cluster. */
const pause = 1000

/** Milliseconds that a node may take to answer a look. */
const maxAnswer = 3000

/**
 * The engine: a single node, or a cluster. The library's client never connects again by itself, so that it sends nothing twice; when it has
 * ended, a new one replaces it. All errors are {@link StorageError}s, except bugs of the mock.
 */
export class Connection {
  readonly #library: Library
  readonly #endpoint: Endpoint
  readonly #isCluster: boolean
  readonly #waitReplicas: number
  readonly #warn: (what: string) => void
  readonly #end = new AbortController()
  #client: Client
  #nodeCount: NodeCount = { serving: 1, all: 1 }
  /** Reasons of the present loss, each of which is reported once. */
  readonly #reportedLosses = new Set<string>()
  /** For the metrics of the mock. */
  readonly count = { calls: 0, errors: 0 }

  constructor(library: Library, { endpoint, isCluster, waitReplicas, onFault }: ConnectionOptions) {
    this.#library = library
    this.#endpoint = endpoint
    this.#isCluster = isCluster
    this.#waitReplicas = waitReplicas
    this.#warn = (what) => onFault(`${endpoint.shown}: ${what}`)
    this.#client = this.#createClient()
  }

  /**
   * Connects, and again whenever the connection is lost.
   *
   * @param key one that all processes use. All nodes of a cluster except one answer that another node has it.
   */
  async start(key: string): Promise<void> {
    // The promise of the library never settles when a cluster is lost in between.
    const ended = new Promise((_, reject) => this.#client.once('end', () => reject(new Error('Connection is closed'))))
    await Promise.race([this.#client.connect(), ended])
    this.#replaceWhenEnded().catch(() => {})
    if (this.#isCluster) this.#watch(key).catch(() => {})
  }

  /** False while no part of the engine can be used. */
  get isUp(): boolean {
    return this.nodes.serving > 0
  }

  get nodes(): NodeCount {
    return this.#isCluster ? this.#nodeCount : { serving: this.#client.status === 'ready' ? 1 : 0, all: 1 }
  }

  run(script: ScriptName, key: string, args: readonly string[]): Promise<unknown> {
    const isConfirmed = this.#waitReplicas > 0 && script !== 'fetch'
    return this.command((client) =>
      isConfirmed ? this.#runConfirmed(client, script, key, args) : client[script](key, ...args),
    )
  }

  async command<T>(call: (client: Client) => Promise<T>): Promise<T> {
    this.count.calls++
    try {
      return await call(this.#client)
    } catch (error) {
      this.count.errors++
      const reason = whyUnusable(error as Error)
      throw reason === undefined ? error : new StorageError(`The mock cannot use its state: ${reason}.`, 1)
    }
  }

  /** Ids and values of the last entries of a stream, oldest first; with `after`, only of entries after that id. */
  async entries(key: string, count: number, after?: string): Promise<[id: string, value: string][]> {
    const start = after === undefined ? '-' : `(${after}`
    const entries = await this.command((client) => client.xrevrange(key, '+', start, 'COUNT', count))
    return entries.map(([id, [, value = '']]): [string, string] => [id, value]).reverse()
  }

  /** The keys on all nodes that match a pattern. */
  scan(pattern: string): Promise<string[]> {
    return this.command(async () => {
      const found = new Set<string>()
      for (const node of this.#primaries()) {
        if (!node) throw new Error('Connection is closed')
        for await (const keys of node.scanStream({ match: pattern, count: 1000 }))
          for (const key of keys) found.add(key)
      }
      return [...found]
    })
  }

  async close(): Promise<void> {
    this.#end.abort()
    this.#client.disconnect()
  }

  #createClient(): Client {
    const options = clientOptions(this.#endpoint)
    const gatherOn = (node: Redis) => node.on('connect', () => gatherWrites(node.stream))
    const commands = Object.entries(scripts).map(([name, lua]) => [name, { numberOfKeys: 1, lua }])
    const common = { lazyConnect: true, enableOfflineQueue: false, scripts: Object.fromEntries(commands) }
    if (this.#isCluster) {
      const cluster = new this.#library.Cluster(this.#endpoint.seeds, {
        ...common,
        redisOptions: options,
        enableReadyCheck: false,
        slotsRefreshInterval: pause,
        slotsRefreshTimeout: maxAnswer,
        maxRedirections: 5,
        clusterRetryStrategy: () => null,
        // Otherwise a command is sent again when its connection is lost, although it may have been run.
        retryDelayOnFailover: 0,
        retryDelayOnClusterDown: 0,
        // A certificate has the name of its host, and not the address.
        dnsLookup: (host, callback) => callback(null, host),
      })
      // A look finds out which nodes are lost.
      return cluster.on('error', () => {}).on('+node', gatherOn) as unknown as Client
    }
    const client = new this.#library.Redis({ ...this.#endpoint.seeds[0], ...options, ...common })
    client.on('error', (error: Error) => this.#lose(whyUnusable(error) ?? error.message))
    client.on('end', () => {
      if (this.#reportedLosses.size === 0) this.#lose('the state engine has closed the connection')
    })
    client.on('ready', () => this.#recover())
    return gatherOn(client) as Client
  }

  async #replaceWhenEnded(): Promise<void> {
    for (let delay = minDelay; ; delay = Math.min(2 * delay, maxDelay)) {
      if (this.#client.status !== 'end') await new Promise((resolve) => this.#client.once('end', resolve))
      await sleep(delay, undefined, { signal: this.#end.signal, ref: false })
      this.#client = this.#createClient()
      this.#client.once('ready', () => {
        delay = minDelay
      })
      this.#client.connect().catch(() => {})
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

  /** All primaries with slots; undefined for one that is lost. */
  #primaries(): (Redis | undefined)[] {
    if (!this.#isCluster) return [this.#client]
    const cluster = this.#client as unknown as Cluster
    const nodes = new Map(cluster.nodes().map((node) => [`${node.options.host}:${node.options.port}`, node]))
    return [...new Set(cluster.slots.flatMap(([primary = []]) => primary))].map((address) => nodes.get(address))
  }

  /** Counts the serving primaries of a cluster. */
  async #watch(key: string): Promise<void> {
    for (;;) {
      const primaries = this.#primaries()
      const serve = await Promise.all(primaries.map((node) => node !== undefined && serves(node, key)))
      this.#countNodes({ serving: serve.filter(Boolean).length, all: primaries.length || this.#nodeCount.all })
      await sleep(pause, undefined, { signal: this.#end.signal, ref: false })
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
    if (this.#end.signal.aborted || this.#reportedLosses.has(reason)) return
    this.#reportedLosses.add(reason)
    this.#warn(`${reason}; requests are answered 503 until it is back`)
  }

  #recover(): void {
    if (this.#reportedLosses.size > 0) this.#warn('the state engine is back')
    this.#reportedLosses.clear()
  }
}

/** Options of one node's connection. It ends when the engine hangs, or has become a read-only replica: TCP alone notices that late or never. */
export function clientOptions({ user, password, tls, database }: Endpoint): RedisOptions {
  return {
    ...(user === undefined ? {} : { username: user }),
    ...(password === undefined ? {} : { password }),
    ...(tls === undefined ? {} : { tls }),
    db: database,
    connectionName: 'rulebound',
    socketTimeout: 5000,
    connectTimeout: 3000,
    keepAlive: 10_000,
    // The library takes null for no second attempt, but its types do not.
    retryStrategy: null as never,
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  }
}

/** A node may answer and still refuse all commands, because another node is lost. */
function serves(node: Redis, key: string): Promise<boolean> {
  const answer = node.get(key).then(
    () => true,
    (error: Error) => error.message.startsWith('MOVED'),
  )
  return Promise.race([answer, sleep(maxAnswer, false, { ref: false })])
}

/** Sends the commands of one turn of the event loop together: a write for each would cost more than the rest of the command. */
function gatherWrites(stream: Redis['stream']): void {
  const write = stream.write.bind(stream)
  let commands = ''
  const flush = () => {
    if (commands !== '' && stream.writable) write(commands)
    commands = ''
  }
  // One string costs much less than a list of them.
  stream.write = (command: string | Uint8Array) => {
    if (typeof command !== 'string') {
      flush()
      return write(command)
    }
    if (commands === '') setImmediate(flush)
    commands += command
    return true
  }
}

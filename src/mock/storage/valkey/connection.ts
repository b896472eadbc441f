import type { Cluster, ClusterOptions, Redis, RedisOptions } from 'iovalkey'
import { StorageError } from '../storage.ts'
import { countNodes, findNodes, type NodeCount } from './cluster-nodes.ts'
import type { Endpoint } from './endpoint.ts'
import { type ScriptName, scripts } from './scripts.ts'
import { noAnswer, whyUnusable } from './why-unusable.ts'

type Client = Redis | Cluster

/** The commands that the library creates from the scripts. */
type Scripted = Record<ScriptName, (key: string, ...args: readonly string[]) => Promise<unknown>>

export interface ConnectionOptions {
  endpoint: Endpoint
  /** Replicas of the engine that must confirm each change; 0 for none. */
  waitReplicas: number
  /** Called when the engine is lost, and when it is back. */
  onFault: (reason: string) => void
}

/** Milliseconds that the engine may take for one command. */
const commandTimeout = 5000

/** Milliseconds that replicas of the engine may take to confirm a change. */
const confirmTimeout = 1000

/** Milliseconds for which calls wait for a connection that was lost. The library alone would let each of them wait for several seconds. */
const maxLoss = 1000

/** Most redirections that one call follows in a cluster. */
const maxRedirections = 5

/** The engine, a single node or a cluster. All its errors are {@link StorageError}s, except bugs of the mock. */
export class Connection {
  readonly #client: Client
  readonly #scripted: Scripted
  readonly #subscriber: Client
  readonly #waitReplicas: number
  readonly #warn: (what: string) => void
  /** Infinity while the engine is connected. */
  #lostSince = Number.POSITIVE_INFINITY
  #nodes: NodeCount = { serving: 1, all: 1 }
  #watch: { stop(): void } | undefined
  #isClosing = false
  /** Reasons of the present loss that have been reported. */
  readonly #told = new Set<string>()
  /** For the metrics of the mock. */
  readonly count = { calls: 0, errors: 0 }

  constructor(client: Client, subscriber: Client, { endpoint, waitReplicas, onFault }: ConnectionOptions) {
    this.#client = client
    this.#subscriber = subscriber
    this.#waitReplicas = waitReplicas
    for (const [name, lua] of Object.entries(scripts)) client.defineCommand(name, { numberOfKeys: 1, lua })
    // The library adds the commands to the client, but not to its types.
    this.#scripted = client as unknown as Scripted
    for (const each of [client, subscriber]) gatherWrites(each)
    this.#warn = (what) => onFault(`${endpoint.shown}: ${what}`)
    client.on('error', (error: Error) => this.#lose(whyUnusable(error) ?? error.message))
    client.on('close', () => this.#isConnected && this.#lose('the state engine has closed the connection'))
    client.on('ready', () => this.#recover())
    subscriber.on('error', () => {})
  }

  /** False while no part of the engine can be used. */
  get isUp(): boolean {
    return this.nodes.serving > 0
  }

  get #isConnected(): boolean {
    return this.#lostSince === Number.POSITIVE_INFINITY
  }

  get nodes(): NodeCount {
    return this.#isConnected ? this.#nodes : { ...this.#nodes, serving: 0 }
  }

  /** Starts counting the serving nodes of a cluster, with a key that all processes use. */
  watchNodes(key: string): void {
    if ('nodes' in this.#client) this.#watch = countNodes(this.#client, key, (count) => this.#noteNodes(count))
  }

  async run(script: ScriptName, key: string, args: readonly string[]): Promise<unknown> {
    if (this.#waitReplicas > 0 && script !== 'fetch') return this.#runConfirmed(script, key, args)
    return this.#tell(() => this.#scripted[script](key, ...args))
  }

  members(key: string): Promise<string[]> {
    return this.#tell(() => this.#client.smembers(key))
  }

  async remove(key: string): Promise<void> {
    await this.#tell(() => this.#client.unlink(key))
  }

  /** Ids and values of the last entries of a stream, oldest first; with `after`, only of entries after that id. */
  async entries(key: string, count: number, after?: string): Promise<[id: string, value: string][]> {
    const entries = await this.#tell(() =>
      this.#client.xrevrange(key, '+', after === undefined ? '-' : `(${after}`, 'COUNT', count),
    )
    return entries.map(([id, [, value = '']]): [string, string] => [id, value]).reverse()
  }

  /** The keys on all nodes that match a pattern. */
  async scan(pattern: string): Promise<string[]> {
    const nodes = 'nodes' in this.#client ? this.#client.nodes('master') : [this.#client]
    const found = new Set<string>()
    for (const node of nodes) {
      let cursor = '0'
      do {
        const [next, keys] = await this.#tell(() => node.scan(cursor, 'MATCH', pattern, 'COUNT', 1000))
        for (const key of keys) found.add(key)
        cursor = next
      } while (cursor !== '0')
    }
    return [...found]
  }

  /** Calls `listener` with each message of a channel, and with undefined when messages may have been missed. */
  onMessage(channel: string, listener: (message: string | undefined) => void): void {
    const subscriber = this.#subscriber
    subscriber.on('message', (from: string, message: string) => {
      if (from === channel) listener(message)
    })
    subscriber.on('ready', () => listener(undefined))
    this.#client.on('ready', () => listener(undefined))
    subscriber.subscribe(channel).catch(() => {})
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#watch?.stop()
    this.#client.disconnect()
    this.#subscriber.disconnect()
  }

  /** Runs a command and `WAIT` in one pipeline, because `WAIT` reports only on changes of its own connection. */
  async #runConfirmed(
    script: ScriptName,
    key: string,
    args: readonly string[],
    redirections = maxRedirections,
  ): Promise<unknown> {
    const replies = await this.#tell(async () => {
      // The pipeline has the same commands, which are missing in its types, too.
      const pipeline = this.#client.pipeline()
      const scripted = pipeline as unknown as Scripted
      void scripted[script](key, ...args)
      pipeline.wait(this.#waitReplicas, confirmTimeout)
      return pipeline.exec()
    })
    const [[failure, result] = [], [, confirmed] = []] = replies ?? []
    // The library does not follow a redirection if the last command of the pipeline succeeded.
    if (failure?.message.startsWith('MOVED') && redirections > 0 && 'nodes' in this.#client) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#client.refreshSlotsCache(() => resolve())
      await promise
      return this.#runConfirmed(script, key, args, redirections - 1)
    }
    if (failure) throw this.#judge(failure)
    if (Number(confirmed) >= this.#waitReplicas) return result
    const lack = `${Number(confirmed ?? 0)} of ${this.#waitReplicas} replicas have confirmed the change within ${confirmTimeout} ms`
    throw new StorageError(`The state engine has stored the change, but only ${lack}.`, 1)
  }

  async #tell<T>(call: () => Promise<T>): Promise<T> {
    this.count.calls++
    try {
      const isLost = this.#client.status !== 'ready' && performance.now() - this.#lostSince > maxLoss
      if (isLost) throw new Error('Connection is closed')
      return await call()
    } catch (error) {
      throw this.#judge(error as Error)
    }
  }

  #judge(error: Error): Error {
    this.count.errors++
    const reason = whyUnusable(error)
    if (reason !== undefined && 'nodes' in this.#client) findNodes(this.#client)
    else if (reason === noAnswer) this.#reconnect()
    return reason === undefined ? error : new StorageError(`The mock cannot use its state: ${reason}.`, 1)
  }

  /** TCP alone takes many minutes to notice that an engine hangs or is cut off. */
  #reconnect(): void {
    this.#lose(noAnswer)
    for (const client of [this.#client, this.#subscriber]) {
      if (!('nodes' in client) && client.status === 'ready') client.stream.destroy()
    }
  }

  #lose(reason: string): void {
    if (this.#isClosing) return
    if (this.#isConnected) this.#lostSince = performance.now()
    if (this.#told.has(reason)) return
    this.#told.add(reason)
    this.#warn(`${reason}; requests are answered 503 until it is back`)
  }

  #recover(): void {
    if (!this.#isConnected) this.#warn('the state engine is back')
    this.#lostSince = Number.POSITIVE_INFINITY
    this.#told.clear()
  }

  #noteNodes(count: NodeCount): void {
    const before = this.#nodes
    const { serving, all } = count
    this.#nodes = count
    if (serving === before.serving && all === before.all) return
    if (serving < all)
      this.#warn(`${all - serving} of ${all} nodes do not serve; requests of their sessions are answered 503`)
    else if (before.serving < before.all) this.#warn(`all ${all} nodes serve`)
  }
}

/** Sends the commands of one turn of the event loop together: a write for each would cost more than the rest of the command. */
function gatherWrites(client: Client): void {
  if ('nodes' in client) client.on('+node', gatherWrites)
  else client.on('connect', () => gather(client.stream))
}

function gather(stream: Redis['stream']): void {
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

/** Options of one connection. A command without an answer is never sent again after the connection is lost: it may have been run. */
export function clientOptions({ user, password, tls, database }: Endpoint): RedisOptions {
  return {
    ...(user === undefined ? {} : { username: user }),
    ...(password === undefined ? {} : { password }),
    ...(tls === undefined ? {} : { tls }),
    db: database,
    connectionName: 'rulebound',
    commandTimeout,
    connectTimeout: 3000,
    keepAlive: 10_000,
    maxRetriesPerRequest: 1,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 6), 2000),
    // Another process has taken over as the primary. The library reconnects, but does not send the command again.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 1 : false),
  }
}

export function clusterOptions(endpoint: Endpoint): ClusterOptions {
  return {
    redisOptions: clientOptions(endpoint),
    clusterRetryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 6), 2000),
    enableReadyCheck: true,
    // Zero: commands are not sent again, for the same reason.
    retryDelayOnFailover: 0,
    maxRedirections,
    slotsRefreshTimeout: 3000,
  }
}

import type { Redis, RedisOptions } from 'iovalkey'
import type { Endpoint } from './endpoint.ts'
import { type ScriptName, scripts } from './scripts.ts'
import { noAnswer, readOnly, whyUnusable } from './why-unusable.ts'

/** The library's connection to one node, with the commands that it creates from the scripts. */
export type Client = Redis & Record<ScriptName, (key: string, ...args: readonly string[]) => Promise<unknown>>

/** Milliseconds that the engine may take for one command. */
const commandTimeout = 5000

/** Milliseconds for which calls wait for a connection that was lost. The library alone would let each of them wait for several seconds. */
const maxLoss = 1000

interface Listener {
  onLost?(reason: string): void
  onBack?(): void
}

/** One node of the engine. It connects again by itself, for as long as it is not closed. */
export class EngineNode {
  readonly client: Client
  readonly #onLost: (reason: string) => void
  /** Infinity while the node is connected. */
  #lostSince = performance.now()
  #isClosed = false
  /** Give up the commands that the present connection has been asked. */
  readonly #giveUp = new Set<(error: Error) => void>()

  constructor(client: Redis, { onLost, onBack }: Listener = {}) {
    for (const [name, lua] of Object.entries(scripts)) client.defineCommand(name, { numberOfKeys: 1, lua })
    // The library adds the commands to the client, but not to its types.
    this.client = client as Client
    this.#onLost = (reason) => {
      if (this.#isClosed) return
      if (this.isConnected) this.#lostSince = performance.now()
      onLost?.(reason)
    }
    client.on('connect', () => gatherWrites(client.stream))
    client.on('error', (error: Error) => this.#onLost(whyUnusable(error) ?? error.message))
    client.on('close', () => {
      if (this.isConnected) this.#onLost('the state engine has closed the connection')
      // The library forgets these commands when it is connected again, and would let them wait for their time limit.
      for (const giveUp of this.#giveUp) giveUp(new Error('Connection is closed'))
    })
    client.on('ready', () => {
      this.#lostSince = Number.POSITIVE_INFINITY
      onBack?.()
    })
  }

  get isConnected(): boolean {
    return this.#lostSince === Number.POSITIVE_INFINITY
  }

  async run<T>(call: (client: Client) => Promise<T>): Promise<T> {
    if (this.client.status !== 'ready' && performance.now() - this.#lostSince > maxLoss) {
      throw new Error('Connection is closed')
    }
    const { status, stream } = this.client
    try {
      return await (status === 'ready' ? this.#untilClosed(call) : call(this.client))
    } catch (error) {
      const reason = whyUnusable(error as Error)
      // TCP alone takes many minutes to notice that an engine hangs or is cut off. A primary that has become read-only is left for the new one.
      if (
        (reason === noAnswer || reason === readOnly) &&
        this.client.status === 'ready' &&
        this.client.stream === stream
      ) {
        this.#onLost(reason)
        stream.destroy()
      }
      throw error
    }
  }

  #untilClosed<T>(call: (client: Client) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#giveUp.add(reject)
    call(this.client)
      .then(resolve, reject)
      .finally(() => this.#giveUp.delete(reject))
    return promise
  }

  close(): void {
    this.#isClosed = true
    this.client.disconnect()
  }
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
  }
}

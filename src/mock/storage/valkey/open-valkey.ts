import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, clientOptions, type Library } from './connection.ts'
import { type Endpoint, parseEngineUrl, StateEngineError, type StateEngineOptions } from './endpoint.ts'
import { Keys, layout } from './keys.ts'
import { ValkeyStorage } from './valkey-storage.ts'
import { whyUnusable } from './why-unusable.ts'

interface OpenValkeyOptions {
  /** Milliseconds without use after which a session expires; 0 for never. */
  idleOf(session: string): number
  onFault?: ((reason: string) => void) | undefined
}

/**
 * Opens sessions on Valkey or Redis, on a single node or a cluster.
 *
 * @throws {StateEngineError} when the client library is missing, or when the engine cannot be used
 */
export async function openValkey(
  url: string,
  options: StateEngineOptions,
  { idleOf, onFault = (reason) => console.error(reason) }: OpenValkeyOptions,
): Promise<{ storage: ValkeyStorage; connection: Connection }> {
  const { prefix = 'rulebound:', wait = 0, waitReplicas = 0 } = options
  if (!/^[\x21-\x7e]{1,64}$/.test(prefix) || /[{}]/.test(prefix)) {
    throw new StateEngineError(
      `'${prefix}' cannot be a prefix of keys; use 1 to 64 printable characters without spaces and braces`,
    )
  }
  const endpoint = parseEngineUrl(url, options)
  const library = await import('iovalkey').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new StateEngineError(
      'sessions on Valkey or Redis need the package iovalkey; install it: npm install iovalkey',
    )
  })
  const isCluster = await askFirst(library, endpoint, wait)
  if (!isCluster && endpoint.seeds.length > 1) {
    throw new StateEngineError(
      `${endpoint.shown}: several hosts must be nodes of a cluster, and these are not; give one`,
    )
  }
  const connection = new Connection(library, { endpoint, isCluster, waitReplicas, onFault })
  const keys = new Keys(prefix)
  try {
    await connection.start(keys.layout)
    await assertLayout(connection, keys)
  } catch (error) {
    await connection.close()
    throw error instanceof StateEngineError ? error : unusable(endpoint, error)
  }
  return { storage: new ValkeyStorage(connection, { prefix, idleOf }), connection }
}

/** Tells whether the engine is a cluster. Tries each host until one answers or the time is over. */
async function askFirst(library: Library, endpoint: Endpoint, wait: number): Promise<boolean> {
  const until = performance.now() + wait * 1000
  for (;;) {
    let failure: unknown
    for (const seed of endpoint.seeds) {
      const probe = new library.Redis({
        ...seed,
        ...clientOptions(endpoint),
        lazyConnect: true,
      })
      probe.on('error', (error) => {
        failure = error
      })
      try {
        await probe.connect()
        // Otherwise the library would use database 0 if the engine has no such database.
        if (endpoint.database > 0) await probe.select(endpoint.database)
        if (!(await probe.info('cluster')).includes('cluster_enabled:1')) return false
        // A node that has never met another one does not know its own host, and is used like a single node.
        return (await probe.cluster('SLOTS')).some(([, , primary]) => primary?.[0])
      } catch (error) {
        failure ??= error
      } finally {
        probe.disconnect()
      }
    }
    if (performance.now() >= until) throw unusable(endpoint, failure)
    await sleep(250)
  }
}

/** Refuses another layout under the same prefix, because replicas of different releases would misread each other's records. */
async function assertLayout(connection: Connection, keys: Keys): Promise<void> {
  const found = await connection.command(async (client) => {
    await client.set(keys.layout, layout, 'NX')
    return client.get(keys.layout)
  })
  if (found === layout) return
  throw new StateEngineError(
    `the records under ${keys.layout} have layout ${found}, this mock has layout ${layout}; use another prefix: --state-prefix`,
  )
}

function unusable({ shown }: Endpoint, error: unknown): StateEngineError {
  const reason = whyUnusable(error as Error) ?? (error as Error).message
  return new StateEngineError(`${shown}: ${reason}`)
}

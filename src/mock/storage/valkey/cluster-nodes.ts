import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from 'iovalkey'

/** Milliseconds between two counts. */
const pause = 1000

/** Milliseconds that a node may take to answer. */
const maxAnswer = 3000

/** The number of primaries with slots, and how many of them serve. */
export interface NodeCount {
  serving: number
  all: number
}

/**
 * Counts the serving nodes of a cluster once a second. A node may answer and still refuse all commands, because another node is lost.
 *
 * @param key a key to ask each node for. All nodes except one answer that another node has it.
 */
export function countNodes(cluster: Cluster, key: string, onCount: (count: NodeCount) => void): { stop(): void } {
  const end = new AbortController()
  const watch = async () => {
    for (;;) {
      const count = await look(cluster, key)
      // While the client connects, it knows no slots.
      if (count.all > 0) onCount(count)
      // The client removes a node that it cannot reach, and would add it only when a request needs it.
      if (count.serving < count.all) findNodes(cluster)
      await sleep(pause, undefined, { signal: end.signal, ref: false })
    }
  }
  watch().catch(() => {})
  return { stop: () => end.abort() }
}

async function look(cluster: Cluster, key: string): Promise<NodeCount> {
  const primaries = new Set(cluster.slots.flatMap((owners = []) => owners.slice(0, 1)))
  const nodes = cluster.nodes('master').filter(({ options }) => primaries.has(`${options.host}:${options.port}`))
  const serve = nodes.map((node) => {
    const answer = node.get(key).then(
      () => true,
      (error: Error) => error.message.startsWith('MOVED'),
    )
    return Promise.race([answer, sleep(maxAnswer, false, { ref: false })])
  })
  const serving = (await Promise.all(serve)).filter(Boolean).length
  return { serving, all: primaries.size }
}

/** Asks which node has which slots, when another one may have taken over. The client looks for that only when it may send commands again. */
export function findNodes(cluster: Cluster): void {
  if (cluster.status !== 'ready') return
  cluster.refreshSlotsCache((error) => {
    // A client that has begun to connect meanwhile relies on this search, and would wait for ever.
    if (error && cluster.status === 'connecting') cluster.disconnect(true)
  })
}

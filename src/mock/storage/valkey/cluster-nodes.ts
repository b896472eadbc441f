import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from 'iovalkey'

/** Milliseconds between two looks, and within which a node answers. */
const pause = 1000

/** How many of the primaries serve, of those that have slots. */
export interface NodeCount {
  serving: number
  all: number
}

/**
 * Counts once a second the nodes of a cluster that serve. A node may answer and yet refuse all commands, because the cluster lacks another
 * node.
 *
 * @param key of which the nodes are asked. All but one of them answer that another node has it.
 */
export function countNodes(cluster: Cluster, key: string, onCount: (count: NodeCount) => void): { stop(): void } {
  const end = new AbortController()
  const watch = async () => {
    for (;;) {
      const count = await look(cluster, key)
      // A cluster that is being connected has no slots yet.
      if (count.all > 0) onCount(count)
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
    return Promise.race([answer, sleep(pause, false, { ref: false })])
  })
  const serving = (await Promise.all(serve)).filter(Boolean).length
  return { serving, all: primaries.size }
}

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const given = new Set<number>()

/**
 * A port that is free now, for a program that cannot choose one and tell it. It lies below the ports that the system gives to outgoing
 * connections, which could otherwise take it before the program does. So does the port 10,000 above it, which a node of an engine's
 * cluster uses as well. No port is given twice.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 20_000)
    if (given.has(port)) continue
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    await new Promise((resolve) => probe.close(resolve))
    given.add(port)
    if (isFree) return port
  }
}

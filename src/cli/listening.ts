import { createServer } from 'node:net'
import { UserError } from '../user-error.ts'

/** Why a server did not start, as a message for the user. A `UserError` and a bug are returned unchanged. */
export async function explainStart(error: unknown, { host, port }: { host: string; port: number }): Promise<unknown> {
  const { code = '', port: taken = port } = error as NodeJS.ErrnoException & { port?: number }
  switch (code) {
    case 'EADDRINUSE':
      return new UserError(
        `port ${taken} on ${host} is in use; stop what listens there, or take one that is free: --port ${await freePort(host, taken)}`,
      )
    case 'EACCES':
      return new UserError(`port ${port} needs rights that this user does not have; choose one above 1023: --port 4010`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UserError(`${host} is not an address of this machine; try --host 127.0.0.1 or --host 0.0.0.0`)
  }
  return error
}

/** One of the next ports that nothing listens on, or 0, which takes any. */
async function freePort(host: string, taken: number): Promise<number> {
  for (let port = taken + 1; port <= Math.min(taken + 20, 65_535); port++) {
    const server = createServer()
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false)).listen(port, host, () => resolve(true))
    })
    await new Promise((resolve) => server.close(resolve))
    if (isFree) return port
  }
  return 0
}

/** Resolves with the first signal; a second one ends the process at once. */
export function firstSignal(...more: NodeJS.Signals[]): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', ...more] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(130))
        resolve()
      })
    }
  })
}

/** The first signal waits for work in progress. */
export function stopOnSignal(stop: () => Promise<unknown>): void {
  void firstSignal()
    .then(stop)
    .then(() => process.exit(0))
}

import { SeedError } from '../mock/seed-file.ts'
import { UserError } from '../user-error.ts'

/** Why the mock did not start, as a message for the user. A `UserError` and a bug of the mock are returned unchanged. */
export function explain(error: unknown, { host, port, seed }: { host: string; port: number; seed?: string }): unknown {
  if (error instanceof SeedError) return new UserError(`${seed}: ${error.message}`)
  const { code = '', port: taken = port } = error as NodeJS.ErrnoException & { port?: number }
  if (code.startsWith('ERR_OSSL') || code.startsWith('ERR_SSL'))
    return new UserError(`--tls-cert and --tls-key are not a certificate and its key: ${(error as Error).message}`)
  switch (code) {
    case 'EADDRINUSE':
      return new UserError(
        `port ${taken} on ${host} is in use; stop what listens there, or choose another: --port 0 takes a free one`,
      )
    case 'EACCES':
      return new UserError(`port ${port} needs rights that this user does not have; choose one above 1023: --port 4010`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UserError(`${host} is not an address of this machine; try --host 127.0.0.1 or --host 0.0.0.0`)
    default:
      return error
  }
}

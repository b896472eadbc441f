import { SeedError } from '../mock/seed-file.ts'
import { ControlTokenError } from '../mock/start-mock.ts'
import { StateFileError } from '../mock/storage/state-file.ts'
import { StateEngineError } from '../mock/storage/valkey/endpoint.ts'
import { UserError } from '../user-error.ts'
import { NoContractError } from '../workspace/interfaces.ts'

/** Why the mock did not start, as a message for the user. An error that is a bug of the mock is returned unchanged. */
export function explain(error: unknown, { host, port, seed }: { host: string; port: number; seed?: string }): unknown {
  const known = [NoContractError, ControlTokenError, StateFileError, StateEngineError]
  if (known.some((kind) => error instanceof kind)) return new UserError((error as Error).message)
  if (error instanceof SeedError) return new UserError(`${seed}: ${error.message}`)
  const { code = '', port: taken = port } = error as NodeJS.ErrnoException & { port?: number }
  if (code.startsWith('ERR_OSSL') || code.startsWith('ERR_SSL'))
    return new UserError(`--tls-cert and --tls-key are not a certificate and its key: ${(error as Error).message}`)
  switch (code) {
    case 'EADDRINUSE':
      return new UserError(
        `port ${taken} on ${host} is in use; stop what listens there, or choose another: --port 4011`,
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

import { Command, InvalidArgumentError, Option } from 'commander'
import { createDocs } from '../docs/docs.ts'
import { GeneratedFilesError } from '../interfaces/registry.ts'
import { ControlTokenError, type RunningMock, startMock, UnknownInterfaceError } from '../mock/start-mock.ts'
import { StateFileError } from '../mock/state-file.ts'
import { describeMock } from './describe-mock.ts'
import { runCommand, UserError } from './user-error.ts'

interface Flags {
  port: number
  host: string
  portPerInterface: boolean
  state?: string
  controlToken?: string
  maxSessions: number
  sessionMinutes: number
}

export const mockCommand: Command = new Command('mock')
  .description('serve the mock of the interfaces named, or of all of them, and their documentation')
  .argument('[interface...]', 'names as in redocly.yaml')
  .option('-p, --port <number>', 'port to listen on; 0 lets the system choose', parsePort, 4010)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--port-per-interface', 'serve each interface at the root path of a port of its own as well', false)
  .option('--state <file>', 'keep everything in this file, over restarts')
  .addOption(
    new Option(
      '--control-token <token>',
      'what callers of the control plane must send; needed to listen beyond this machine',
    ).env('CONTRACTS_CONTROL_TOKEN'),
  )
  .option('--max-sessions <number>', 'sessions at once', parseCount, 2000)
  .option('--session-minutes <number>', 'minutes without use after which a session is removed', parseCount, 60)
  .action((interfaces: string[], flags: Flags) => runCommand(() => serve(interfaces, flags)))

async function serve(interfaces: string[], flags: Flags): Promise<void> {
  const mock = await startMock({ interfaces, ...flags, fallback: createDocs() }).catch((error: unknown) => {
    throw explain(error, flags)
  })
  process.stdout.write(describeMock(mock))
  stopOnSignal(mock)
}

function explain(error: unknown, { host, port }: Flags): unknown {
  const known = [UnknownInterfaceError, GeneratedFilesError, ControlTokenError, StateFileError]
  if (known.some((kind) => error instanceof kind)) return new UserError((error as Error).message)
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new UserError(`port ${port} on ${host} is in use; stop what listens there, or choose another: --port 4011`)
    case 'EACCES':
      return new UserError(`port ${port} needs rights that this user does not have; choose one above 1023: --port 4010`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UserError(`${host} is not an address of this machine; try --host 127.0.0.1 or --host 0.0.0.0`)
    default:
      return error
  }
}

/** The first signal lets requests under way end; a second one does not wait. */
function stopOnSignal(mock: RunningMock): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(130))
      void mock.close().then(() => process.exit(0))
    })
  }
}

function parsePort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.')
}

function parseCount(text: string): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count >= 1) return count
  throw new InvalidArgumentError('This is a whole number from 1.')
}

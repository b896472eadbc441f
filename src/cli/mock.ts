import { Command, InvalidArgumentError, Option } from 'commander'
import { createDocs } from '../docs/docs.ts'
import { startMock } from '../mock/start-mock.ts'
import { describeMock } from './describe-mock.ts'
import { parsePort } from './port.ts'
import { explain } from './start-failure.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import { runCommand } from './user-error.ts'

interface Flags {
  port: number
  host: string
  portPerInterface: boolean
  state?: string
  controlToken?: string
  maxSessions: number
  sessionMinutes: number
}

export const command: Command = new Command('mock')
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
  stopOnSignal(() => mock.close())
}

function parseCount(text: string): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count >= 1) return count
  throw new InvalidArgumentError('This is a whole number from 1.')
}

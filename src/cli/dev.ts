import { Command } from 'commander'
import { runCommand, UserError } from '../user-error.ts'
import { findWorkspace } from '../workspace/entries.ts'
import { describeMock } from './describe-mock.ts'
import { withPeers } from './peers.ts'
import { parsePort } from './port.ts'
import { explain } from './start-failure.ts'
import { stopOnSignal } from './stop-on-signal.ts'

export const command: Command = new Command('dev')
  .argument('[interface...]', 'such as orders and secrets; default: all')
  .option('-p, --port <number>', 'port to listen on; 0 lets the system choose', parsePort, 4010)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .action((interfaces: string[], flags: DevFlags) => runCommand(() => withPeers(() => dev(interfaces, flags))))

interface DevFlags {
  port: number
  host: string
}

async function dev(interfaces: readonly string[], { port, host }: DevFlags): Promise<void> {
  const base = findWorkspace()
  const { generate } = await import('../pipeline/generate/generate.ts')
  const print = (text: string) => console.log(text)
  await generate(base).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error
    print(`${error.message}\ngenerated/ stays as it was.`)
  })
  const { createDocs } = await import('../docs/docs.ts')
  const { startMock } = await import('../mock/start-mock.ts')
  const mock = await startMock({ interfaces, port, host, fallback: createDocs() }).catch((error: unknown) => {
    throw explain(error, { host, port })
  })
  const { startDevSession } = await import('../pipeline/dev/session.ts')
  const session = await startDevSession({ base, mock, servesNew: interfaces.length === 0, print })
  print(`${describeMock(mock)}\nWatching specs/, src/interfaces/ and redocly.yaml.`)

  stopOnSignal(async () => {
    await session.close()
    await mock.close()
  })
}

import { join } from 'node:path'
import { Command } from 'commander'
import { runCommand, UserError } from '../user-error.ts'
import { findWorkspace } from '../workspace/entries.ts'
import { findOwnRoot, isPath } from '../workspace/find-root.ts'
import { describeMock } from './describe-mock.ts'
import { openWords } from './open-words.ts'
import { parsePort } from './option-values.ts'
import { withPeers } from './peers.ts'
import { explain } from './start-failure.ts'
import { stopOnSignal } from './stop-on-signal.ts'

export const command: Command = new Command('dev')
  .argument('[interface...]', 'names such as orders, or OpenAPI documents such as ./openapi.yaml (default: all)')
  .option('-p, --port <number>', 'port to listen on; 0 lets the system choose', parsePort, 4010)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .addHelpText('after', '\nExit codes: 0, a signal ended it; 1, it could not start.')
  .action((interfaces: string[], flags: DevFlags) => runCommand(() => withPeers(() => dev(interfaces, flags))))

interface DevFlags {
  port: number
  host: string
}

async function dev(interfaces: readonly string[], { port, host }: DevFlags): Promise<void> {
  const own = findOwnRoot(process.cwd())
  if (own !== undefined || interfaces.some(isPath))
    return devOwn(own ?? join(process.cwd(), '/'), interfaces, { port, host })
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

/** Serves the documents of a user's workspace, which need no generated files. */
async function devOwn(root: string, words: readonly string[], { port, host }: DevFlags): Promise<void> {
  const opened = await openWords(words)
  const { startMock } = await import('../mock/start-mock.ts')
  const mock = await startMock({ interfaces: opened.names, port, host }).catch((error: unknown) => {
    throw explain(error, { host, port })
  })
  const { startOwnSession } = await import('../pipeline/dev/own-session.ts')
  const print = (text: string) => console.log(text)
  const options = { words, from: process.cwd() }
  const session = await startOwnSession({ root, opened, options, mock, print })
  print(`${describeMock(mock)}\nWatching the documents and src/interfaces/.`)
  stopOnSignal(async () => {
    await session.close()
    await mock.close()
  })
}

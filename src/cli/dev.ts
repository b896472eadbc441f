import { join } from 'node:path'
import { Command } from 'commander'
import { findUserRoot, findWorkspace, isPath } from '../workspace/find-root.ts'
import { describeMock } from './describe-mock.ts'
import { openWords } from './open-words.ts'
import { parsePort } from './option-values.ts'
import { withPeers } from './peers.ts'
import { runCommand } from './run-command.ts'
import { explain } from './start-failure.ts'
import { stopOnSignal } from './stop-on-signal.ts'

export const command: Command = new Command('dev')
  .argument('[interface...]', 'names such as orders, or OpenAPI documents such as ./openapi.yaml (default: all)')
  .option('-p, --port <number>', 'port to listen on; 0 lets the system choose', parsePort, 4010)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .addHelpText('after', '\nExit codes: 0, a signal ended it; 2, it could not start.')
  .action((words: string[], flags: { port: number; host: string }) =>
    runCommand(() => withPeers(() => dev(words, flags))),
  )

async function dev(words: readonly string[], address: { port: number; host: string }): Promise<void> {
  const from = process.cwd()
  const userRoot = findUserRoot(from) ?? (words.some(isPath) ? join(from, '/') : undefined)
  const { names } = await openWords(words)
  const { createDocs } = await import('../docs/docs.ts')
  const { startMock } = await import('../mock/start-mock.ts')
  const fallback = createDocs({ served: names })
  const mock = await startMock({ interfaces: names, ...address, fallback }).catch((error: unknown) => {
    throw explain(error, address)
  })
  const { startDevSession } = await import('../pipeline/dev/session.ts')
  const { bundledSources, userSources } = await import('../pipeline/dev/sources.ts')
  const base = userRoot ?? findWorkspace()
  const session = await startDevSession({
    base,
    sources: userRoot === undefined ? bundledSources(base) : userSources(base, { words, from }),
    mock,
    servesNew: words.length === 0,
    print: (text) => console.log(text),
  })
  console.log(`${describeMock(mock)}\nWatching the documents, src/interfaces/ and redocly.yaml.`)
  stopOnSignal(async () => {
    await session.close()
    await mock.close()
  })
}

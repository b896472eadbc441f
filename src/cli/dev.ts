import { join } from 'node:path'
import type { Command } from 'commander'
import { findRoot } from '../workspace/find-root.ts'
import { isFromDocument } from '../workspace/workspace.ts'
import { host, interfaces, port } from './common-flags.ts'
import { defineCommand } from './define-command.ts'
import { describeMock } from './describe-mock.ts'
import { openInterfaces } from './open-words.ts'
import { withPeers } from './peers.ts'
import { explain } from './start-failure.ts'
import { stopOnSignal } from './stop-on-signal.ts'

export const command: Command = defineCommand('dev', {
  words: interfaces,
  flags: { port: { ...port, default: 4010 }, host },
  more: 'Exit codes: 0, a signal ended it; 2, it could not start.',
  run: (words, flags) => withPeers(() => dev(words, flags)),
})

async function dev(words: readonly string[], address: { port: number; host: string }): Promise<void> {
  const workspace = await openInterfaces(words)
  const { from } = workspace.recipe
  const base = findRoot(from) ?? join(from, '/')
  const { createDocs } = await import('../docs/docs.ts')
  const { startMock } = await import('../mock/start-mock.ts')
  const fallback = createDocs({ recipe: workspace.recipe })
  const mock = await startMock({ workspace, ...address, fallback }).catch((error: unknown) => {
    throw explain(error, address)
  })
  const { startDevSession } = await import('../pipeline/dev/session.ts')
  const { bundledSources, documentSources } = await import('../pipeline/dev/sources.ts')
  const session = await startDevSession({
    base,
    sources: workspace.interfaces.some(isFromDocument) ? documentSources(base, workspace) : bundledSources(base),
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

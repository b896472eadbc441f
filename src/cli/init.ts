import type { Command } from 'commander'
import { defineCommand, flag } from './define-command.ts'

export const command: Command = defineCommand('init', {
  flags: { from: flag('<file>', 'an OpenAPI document to start with, in a folder that has none') },
  more: 'Exit codes: 0, the documents are listed; 2, the folder or the document cannot be used.',
  async run(_, { from }) {
    const { initWorkspace } = await import('../pipeline/init/init.ts')
    const { written, remaining } = initWorkspace(process.cwd(), from)
    console.log(written.length > 0 ? written.join('\n') : 'Nothing is left to do: the documents are listed already.')
    for (const text of remaining) console.log(`\n${text}`)
  },
})

import type { Command } from 'commander'
import { interfaces } from './common-flags.ts'
import { defineCommand } from './define-command.ts'
import { assertCompatible, mockDocumentFlags, mockFlags } from './mock/flags.ts'

export const command: Command = defineCommand('mock', {
  words: interfaces,
  flags: mockFlags,
  more: 'Exit codes: 0, a signal ended it; 2, it could not start.',
  /** Loads each part only when it is needed, since the process that leads the workers serves nothing itself. */
  async run(words, flags) {
    assertCompatible(flags)
    if (flags.workers === 1) return (await import('./mock/serve.ts')).serve(words, flags)
    const { default: cluster } = await import('node:cluster')
    if (cluster.isPrimary) return (await import('./mock/lead-workers.ts')).leadWorkers(flags.workers)
    return (await import('./mock/serve.ts')).serveAsWorker(words, flags)
  },
  modes: [
    defineCommand('state', {
      text: 'print which paths keep records, and how they were recognised',
      words: interfaces,
      flags: mockDocumentFlags,
      more: 'Exit codes: 0, the paths are printed; 2, a document or the file of --collections cannot be used.',
      run: async (words, flags) => (await import('./mock/serve.ts')).printState(words, flags),
    }),
  ],
})

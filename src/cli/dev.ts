import type { Command } from 'commander'
import { interfaces } from './common-flags.ts'
import { defineCommand } from './define-command.ts'
import { assertCompatible, mockFlags } from './mock/flags.ts'

const { workers: _, watch: __, ...flags } = mockFlags

export const command: Command = defineCommand('dev', {
  words: interfaces,
  flags,
  more: 'Exit codes: 0, a signal ended it; 2, it could not start.',
  async run(words, given) {
    const flags = { ...given, workers: 1, watch: true }
    assertCompatible(flags)
    return (await import('./mock/serve.ts')).serve(words, flags, true)
  },
})

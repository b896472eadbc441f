import { join } from 'node:path'
import type { Command } from 'commander'
import type { GenerateOptions } from '../pipeline/generate/generate.ts'
import { findWorkspace, isPath } from '../workspace/find-root.ts'
import { documentFlags, interfaces } from './common-flags.ts'
import { defineCommand, flag, toggle } from './define-command.ts'
import { readWords } from './open-words.ts'

export const command: Command = defineCommand('generate', {
  words: interfaces,
  flags: {
    check: toggle('write nothing: fail if a generated file is not what the sources give'),
    int64: flag('<type>', 'how types show int64 (default: as the files have it, else number)', {
      choices: ['number', 'bigint', 'string'] as const,
    }),
    ...documentFlags,
  },
  more: 'Exit codes: 0, every file is up to date; 1, with --check, one is not; 2, no file could be made.',
  async run(given, { check, int64, ...flags }) {
    const { words, ...options } = await readWords(given, flags)
    return generateAll(words, { ...options, check, int64 })
  },
})

async function generateAll(names: readonly string[], options: GenerateOptions): Promise<number> {
  const base = names.some(isPath) ? join(process.cwd(), '/') : findWorkspace()
  const { generate } = await import('../pipeline/generate/generate.ts')
  const differences = await generate(base, names, options)
  const lines = Array.from(differences, ([file, difference]) => {
    const done = difference === 'orphaned' ? 'removed' : 'written'
    return `${(options.check ? difference : done).padEnd(8)} generated/${file}`
  })
  console.log(lines.length > 0 ? lines.join('\n') : 'generated/ is up to date')
  if (!options.check || lines.length === 0) return 0
  console.error('not what the sources give; run: npx rulebound generate')
  return 1
}

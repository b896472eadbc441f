import { join } from 'node:path'
import type { Command } from 'commander'
import { findWorkspace, isPath } from '../workspace/find-root.ts'
import { allowFiles, interfaces } from './common-flags.ts'
import { defineCommand, toggle } from './define-command.ts'

export const command: Command = defineCommand('generate', {
  words: interfaces,
  flags: { check: toggle('write nothing: fail if a generated file is not what the sources give'), allowFiles },
  more: 'Exit codes: 0, every file is up to date; 1, with --check, one is not; 2, no file could be made.',
  run: (names, { check, allowFiles }) => generateAll(names, check, allowFiles),
})

async function generateAll(names: readonly string[], check: boolean, allowFiles?: string[]): Promise<number> {
  const base = names.some(isPath) ? join(process.cwd(), '/') : findWorkspace()
  const { generate } = await import('../pipeline/generate/generate.ts')
  const differences = await generate(base, names, { check, allowFiles })
  const lines = Array.from(differences, ([file, difference]) => {
    const done = difference === 'orphaned' ? 'removed' : 'written'
    return `${(check ? difference : done).padEnd(8)} generated/${file}`
  })
  console.log(lines.length > 0 ? lines.join('\n') : 'generated/ is up to date')
  if (!check || lines.length === 0) return 0
  console.error('not what the sources give; run: npx rulebound generate')
  return 1
}

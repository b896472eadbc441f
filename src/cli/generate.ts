import { join } from 'node:path'
import { Command } from 'commander'
import { findWorkspace, isPath } from '../workspace/find-root.ts'
import { withPeers } from './peers.ts'
import { runCommand } from './run-command.ts'

export const command: Command = new Command('generate')
  .argument('[interface...]', 'names such as orders, or OpenAPI documents such as ./openapi.yaml (default: all)')
  .option('--check', 'write nothing: fail if a generated file is not what the sources give', false)
  .addHelpText(
    'after',
    '\nExit codes: 0, every file is up to date; 1, with --check, one is not; 2, no file could be made.',
  )
  .action((names: string[], { check }: { check: boolean }) =>
    runCommand(() => withPeers(() => generateAll(names, check))),
  )

async function generateAll(names: readonly string[], check: boolean): Promise<number> {
  const base = names.some(isPath) ? join(process.cwd(), '/') : findWorkspace()
  const { generate } = await import('../pipeline/generate/generate.ts')
  const differences = await generate(base, names, check)
  const lines = Array.from(differences, ([file, difference]) => {
    const done = difference === 'orphaned' ? 'removed' : 'written'
    return `${(check ? difference : done).padEnd(8)} generated/${file}`
  })
  console.log(lines.length > 0 ? lines.join('\n') : 'generated/ is up to date')
  if (!check || lines.length === 0) return 0
  console.error('not what the sources give; run: npx rulebound generate')
  return 1
}

import { Command } from 'commander'
import { runCommand, UserError } from '../user-error.ts'
import { findUserRoot, findWorkspace } from '../workspace/find-root.ts'
import { withPeers } from './peers.ts'

export const command: Command = new Command('generate')
  .argument('[interface...]', 'names such as orders (default: all)')
  .option('--check', 'write nothing: fail if a generated file is not what the sources give', false)
  .addHelpText('after', '\nExit codes: 0, every file is up to date; 1, one is not; 2, there is no such interface.')
  .action((names: string[], { check }: { check: boolean }) => runCommand(() => withPeers(() => generate(names, check))))

async function generate(names: readonly string[], check: boolean): Promise<void> {
  const base = findWorkspace()
  const generateAll =
    findUserRoot(base) === undefined
      ? (await import('../pipeline/generate/generate.ts')).generate
      : (await import('../pipeline/generate/generate-documents.ts')).generateDocuments
  const differences = await generateAll(base, names, check)
  const lines = Array.from(differences, ([file, difference]) => {
    const done = difference === 'orphaned' ? 'removed' : 'written'
    return `${(check ? difference : done).padEnd(8)} generated/${file}`
  })
  if (lines.length === 0) console.log('generated/ is up to date')
  else if (!check) console.log(lines.join('\n'))
  else throw new UserError(`${lines.join('\n')}\nnot what the sources give; run: npx rulebound generate`)
}

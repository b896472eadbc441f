import { Command } from 'commander'
import { runCommand, UserError } from '../user-error.ts'
import { findWorkspace } from '../workspace/entries.ts'
import { findOwnRoot } from '../workspace/find-root.ts'
import { withPeers } from './peers.ts'

export const command: Command = new Command('generate')
  .argument('[interface...]', 'names such as orders (default: all)')
  .option('--check', 'write nothing: fail if a generated file is not what the sources give', false)
  .addHelpText('after', '\nExit codes: 0, every file is what the sources give; 1, one is not, or could not be written.')
  .action((names: string[], { check }: { check: boolean }) =>
    runCommand(() =>
      withPeers(() => {
        const root = findOwnRoot(process.cwd())
        if (root !== undefined) return generateOthers(root, names, check)
        return check ? checkGenerated() : generateFiles(names)
      }),
    ),
  )

async function generateOthers(root: string, names: readonly string[], check: boolean): Promise<void> {
  const { generateDocuments } = await import('../pipeline/generate/generate-documents.ts')
  const stale = await generateDocuments(root, names, check)
  if (stale.length === 0) console.log('generated/ is up to date')
  else if (!check) console.log(`generated ${stale.join(', ')}`)
  else throw new UserError(`${stale.join('\n')}\nnot what the documents give; run: rulebound generate`)
}

async function generateFiles(names: readonly string[]): Promise<void> {
  const { generate } = await import('../pipeline/generate/generate.ts')
  const { written, removed, lists } = await generate(findWorkspace(), names)
  if (written.length > 0) console.log(`generated ${written.join(', ')}`)
  if (removed.length > 0) console.log(`removed ${removed.map((name) => `generated/${name}`).join(', ')}`)
  if (lists.length > 0) console.log(`lists of interfaces written in ${lists.join(', ')}`)
  if (written.length + removed.length + lists.length === 0) console.log('generated/ is up to date')
}

async function checkGenerated(): Promise<void> {
  const { checkFreshness } = await import('../pipeline/check-generated/check-freshness.ts')
  const files = await checkFreshness(findWorkspace())
  console.log(`generated/ and the lists of interfaces are up to date: ${files} files`)
}

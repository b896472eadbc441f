import { existsSync } from 'node:fs'
import { Command, Option } from 'commander'
import type { Level } from '../pipeline/diff/kinds.ts'
import { findWorkspace } from '../workspace/find-root.ts'
import { runCommand } from './run-command.ts'

const levels = ['breaking', 'undecided', 'source-breaking', 'warning', 'info', 'never']

interface DiffFlags {
  failOn: Level | 'never'
  all?: true
  json?: true
}

export const command: Command = new Command('diff')
  .argument(
    '[old]',
    'a document, `ref:path`, or a commit to compare the workspace with (default: where this branch left the main branch)',
  )
  .argument('[new]', 'the newer document; `ref:path` too')
  .addOption(
    new Option('--fail-on <level>', 'the least serious change that ends with 1').choices(levels).default('breaking'),
  )
  .option('--all', 'list every change, also where there are many')
  .option('--json', 'print the changes as JSON')
  .addHelpText(
    'after',
    `
Examples:
  rulebound diff                               the workspace, since this branch left the main branch
  rulebound diff old.yaml new.yaml             two documents
  rulebound diff main:openapi.yaml openapi.yaml

Exit codes: 0, nothing is left to do; 1, a change is not in order yet; 2, the documents could not be compared.`,
  )
  .action((old: string | undefined, now: string | undefined, flags: DiffFlags) =>
    runCommand(() => diff(old, now, flags)),
  )

async function diff(old: string | undefined, now: string | undefined, flags: DiffFlags): Promise<number> {
  const { diffDocuments, diffSince, printDiff } = await import('../pipeline/diff/diff.ts')
  const options = { failOn: flags.failOn, showsAll: flags.all === true }
  const isDocument = old !== undefined && (now !== undefined || existsSync(old))
  const result = isDocument
    ? await diffDocuments(now === undefined ? [old] : [old, now], options)
    : await diffSince(findWorkspace(), old, options)
  console.log(flags.json ? JSON.stringify(result, null, 2) : printDiff(result, options))
  if (result.failed.length > 0) console.error(`\nNot in order yet: ${result.failed.join(', ')}`)
  return result.failed.length > 0 ? 1 : 0
}

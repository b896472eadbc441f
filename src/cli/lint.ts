import { Command } from 'commander'
import { type Diagnostic, distinct, report } from '../pipeline/specs/diagnostic.ts'
import { printableLines } from '../printable.ts'
import { findWorkspace, isPath } from '../workspace/find-root.ts'
import { root as ours } from '../workspace/root.ts'
import { selectNamed } from '../workspace/select-named.ts'
import { withPeers } from './peers.ts'
import { runCommand } from './run-command.ts'

export const command: Command = new Command('lint')
  .argument(
    '[interface...]',
    'names such as orders, or OpenAPI documents such as ./openapi.yaml (default: all, and what only shows across interfaces)',
  )
  .option(
    '--allow-files <folder...>',
    'folders whose files documents may refer to (default: the folder of each document)',
  )
  .addHelpText('after', '\nExit codes: 0, no problems; 1, problems; 2, the lint could not run.')
  .action((words: string[], { allowFiles }: { allowFiles?: string[] }) =>
    runCommand(() => withPeers(() => lint(words, allowFiles))),
  )

async function lint(words: readonly string[], allowFiles?: readonly string[]): Promise<number> {
  const files = words.filter(isPath)
  const names = words.filter((word) => !isPath(word))
  const found = files.length > 0 ? await lintFiles(files, allowFiles) : 0
  return names.length > 0 || files.length === 0 ? Math.max(found, await lintNames(names)) : found
}

/** Documents of anybody: no more is asked of them than that they are OpenAPI. */
async function lintFiles(files: readonly string[], allowFiles?: readonly string[]): Promise<number> {
  const [{ minimalDiagnostics }, { changedSentences }] = await Promise.all([
    import('../pipeline/lint/redocly.ts'),
    import('../pipeline/rules/drafts.ts'),
  ])
  const diagnostics: Diagnostic[] = []
  for (const file of files) {
    diagnostics.push(...(await minimalDiagnostics(file, allowFiles)), ...changedSentences(file))
  }
  return conclude(distinct(diagnostics), plural(files.length, 'document'))
}

/** Prints the diagnostics; returns the exit code. */
function conclude(diagnostics: readonly Diagnostic[], counted: string, failsOnWarnings = false): number {
  if (diagnostics.length > 0) console.log(`${printableLines(report(diagnostics))}\n`)
  const found = diagnostics.length === 0 ? 'no problems' : plural(diagnostics.length, 'problem')
  console.log(`${counted}: ${found}`)
  return diagnostics.some(({ severity }) => failsOnWarnings || severity === 'error') ? 1 : 0
}

async function lintNames(names: readonly string[]): Promise<number> {
  const root = findWorkspace()
  if (root !== ours) {
    const { lintDocuments } = await import('../pipeline/lint/lint-documents.ts')
    const { diagnostics, documents, rules } = await lintDocuments(root, names)
    return conclude(diagnostics, `${plural(documents, 'document')}, ${plural(rules, 'rule')}`)
  }
  const [{ lintAll, lintInterface }, { interfaceNames, readLintContext }] = await Promise.all([
    import('../pipeline/lint/lint.ts'),
    import('../pipeline/lint/lint-context.ts'),
  ])
  const context = await readLintContext(root)
  const named = interfaceNames(context).map((name) => ({ name }))
  const selected = new Set(selectNamed(names, named).map(({ name }) => name))
  const diagnostics =
    names.length > 0
      ? distinct((await Promise.all(names.map((name) => lintInterface(name, context)))).flat())
      : await lintAll(context)
  const documents = [...selected].filter((name) => context.documents.has(name))
  const catalogues = context.catalogues.filter(({ name }) => selected.has(name))
  const rules = catalogues.flatMap(({ entries }) => entries.filter(({ list }) => list === 'rules'))
  const counts = [
    plural(documents.length, 'interface'),
    plural(catalogues.length, 'catalogue'),
    plural(rules.length, 'rule'),
  ]
  return conclude(diagnostics, counts.join(', '), true)
}

function plural(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`
}

import type { Command } from 'commander'
import { distinct, report } from '../pipeline/specs/diagnostic.ts'
import { findWorkspace } from '../workspace/entries.ts'
import { findOwnRoot } from '../workspace/find-root.ts'
import { selectNamed } from '../workspace/select-named.ts'
import { judgingCommand, runJudge } from './judge.ts'
import { withPeers } from './peers.ts'

export const command: Command = judgingCommand('lint')
  .argument('[interface...]', 'such as orders and secrets; default: all, and what only shows across interfaces')
  .addHelpText('after', '\nExit codes: 0, no problems; 1, problems; 2, the lint could not run.')
  .action((names: string[]) => runJudge(() => withPeers(() => lint(names))))

async function lint(names: readonly string[]): Promise<number> {
  const own = findOwnRoot(process.cwd())
  if (own !== undefined) return lintOthers(own, names)
  const root = findWorkspace()
  const [{ lintAll, lintInterface }, { interfaceNames, readWorkspace }] = await Promise.all([
    import('../pipeline/lint/lint.ts'),
    import('../pipeline/lint/workspace.ts'),
  ])
  const workspace = await readWorkspace(root.replace(/\/$/, ''))
  const asked = selectNamed(
    names,
    interfaceNames(workspace).map((name) => ({ name })),
  ).map(({ name }) => name)
  const diagnostics =
    names.length > 0
      ? distinct((await Promise.all(names.map((name) => lintInterface(name, workspace)))).flat())
      : await lintAll(workspace)
  if (diagnostics.length > 0) console.log(`${report(diagnostics)}\n`)

  const catalogues = workspace.catalogues.filter(({ name }) => asked.includes(name))
  const rules = catalogues.flatMap(({ entries }) => entries.filter(({ list }) => list === 'rules'))
  const documents = asked.filter((name) => workspace.documents.has(name))
  console.log(
    `${count(documents, 'interface')}, ${count(catalogues, 'catalogue')}, ${count(rules, 'rule')}: ${diagnostics.length === 0 ? 'no problems' : count(diagnostics, 'problem')}`,
  )
  return diagnostics.length === 0 ? 0 : 1
}

async function lintOthers(root: string, names: readonly string[]): Promise<number> {
  const { lintDocuments } = await import('../pipeline/lint/lint-documents.ts')
  const { diagnostics, documents, rules } = await lintDocuments(root, names)
  if (diagnostics.length > 0) console.log(`${report(diagnostics)}\n`)
  const found = diagnostics.length === 0 ? 'no problems' : plural(diagnostics.length, 'problem')
  console.log(`${plural(documents, 'document')}, ${plural(rules, 'rule')}: ${found}`)
  return diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0
}

function plural(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`
}

function count(things: readonly unknown[], name: string): string {
  return plural(things.length, name)
}

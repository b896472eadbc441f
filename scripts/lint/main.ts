import { lintAll, lintInterface, repository } from '../../src/pipeline/lint/lint.ts'
import { interfaceNames, readWorkspace } from '../../src/pipeline/lint/workspace.ts'
import { distinct, report } from '../../src/pipeline/specs/diagnostic.ts'

// npm run lint [-- <interface>…]

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

/** Returns the exit status: 0 without diagnostics, 1 with diagnostics, 2 if the lint itself could not run. */
async function main(names: string[]): Promise<number> {
  const workspace = await readWorkspace(repository)
  const known = interfaceNames(workspace)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new Error(`No interface is called ${unknown.join(' or ')}. There are: ${known.join(', ')}.`)
  }
  const diagnostics =
    names.length > 0
      ? distinct((await Promise.all(names.map((name) => lintInterface(name, workspace)))).flat())
      : await lintAll(workspace)
  if (diagnostics.length > 0) console.log(`${report(diagnostics)}\n`)

  const asked = names.length > 0 ? names : known
  const catalogues = workspace.catalogues.filter(({ name }) => asked.includes(name))
  const rules = catalogues.flatMap(({ entries }) => entries.filter(({ list }) => list === 'rules'))
  const drafts = catalogues.reduce((sum, catalogue) => sum + catalogue.drafts, 0)
  const documents = asked.filter((name) => workspace.documents.has(name))
  console.log(
    `${count(documents, 'interface')}, ${count(catalogues, 'catalogue')}, ${count(rules, 'rule')}${drafts === 0 ? '' : `, ${drafts} ${drafts === 1 ? 'draft' : 'drafts'} without effect`}: ${diagnostics.length === 0 ? 'no problems' : count(diagnostics, 'problem')}`,
  )
  return diagnostics.length === 0 ? 0 : 1
}

function count(things: readonly unknown[], name: string): string {
  return `${things.length} ${name}${things.length === 1 ? '' : 's'}`
}

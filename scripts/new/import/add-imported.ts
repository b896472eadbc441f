import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from '../../generate/generate.ts'
import { addInterface } from '../add-interface.ts'
import type { NewInterface } from '../plan.ts'
import { type ImportedCatalogue, printCatalogue } from './catalogue.ts'
import { importDocument } from './import-document.ts'
import { proveRules } from './prove.ts'

/** Most lines of what was left out that the terminal shows. A file has them all. */
const maxShown = 20

/**
 * Adds an interface from an OpenAPI document, and returns what to tell about it.
 *
 * @throws {ImportError} for a document that cannot be imported
 */
export async function addImported(base: string, { name, prefix }: NewInterface, from: string): Promise<string> {
  const { files, title, catalogue, source, operations, leftOut } = await importDocument(from, name, prefix)
  let proven = catalogue
  await addInterface(base, { name, files, source }, async () => {
    const biome = join(base, 'node_modules/@biomejs/biome/bin/biome')
    const arguments_ = [biome, 'check', '--write', '--vcs-enabled=false', `src/interfaces/${name}`]
    execFileSync(process.execPath, arguments_, { cwd: base, stdio: 'ignore' })
    await generate(base, [])
    proven = await proveRules(name, catalogue)
    writeFileSync(join(base, `specs/${name}/rules.yaml`), printCatalogue(proven))
    await generate(base, [])
  })
  return report({ name, title, operations, proven, leftOut })
}

interface Report {
  name: string
  title: string
  operations: number
  proven: ImportedCatalogue
  leftOut: readonly string[]
}

function report({ name, title, operations, proven: { rules, drafts }, leftOut }: Report): string {
  const shown = rules.filter(({ kind }) => kind === 'schema').length
  const more = leftOut.length > maxShown ? [`… and ${leftOut.length - maxShown} more`] : []
  const lost =
    leftOut.length === 0
      ? []
      : ['', 'Not kept as it was:', ...[...leftOut.slice(0, maxShown), ...more].map((line) => `  ${line}`)]
  return [
    `Added ${name} (${title}): ${operations} operations, ${rules.length} rules, of which checks show ${shown}, and ${drafts.length} drafts.`,
    ...lost,
    '',
    'Next:',
    ` 1. npm run dev -- ${name}: the mock at http://127.0.0.1:4010/${name}, and its pages at /docs/${name}/`,
    ` 2. npm run test:interface -- ${name}: the lint, the checks, and a proof that each check can fail`,
    ` 3. specs/${name}/rules.yaml: each draft is a sentence of the document; make it a rule, or remove it`,
    ` 4. src/interfaces/${name}/definition.ts: behaviours, which replace the generic ones one by one`,
    ` 5. npm start -- ${name}, and npx rulebound verify ${name} --base-url <a real server>`,
  ].join('\n')
}

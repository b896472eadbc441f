import { execFileSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from '../../generate/generate.ts'
import { addInterface } from '../add-interface.ts'
import type { NewInterface } from '../plan.ts'
import { type ImportedCatalogue, printCatalogue } from './catalogue.ts'
import { importDocument } from './import-document.ts'
import { ImportError } from './import-error.ts'
import { proveRules } from './prove.ts'

/** Most lines about left-out parts that the terminal shows. A file contains all of them. */
const maxShown = 20

/** Most megabytes of one interface that the mock reads. Nested schemas are written out wherever they are used. */
const maxRuntime = 32

/**
 * Adds an interface from an OpenAPI document, and returns the message for the user.
 *
 * @throws {ImportError} for a document that cannot be imported
 */
export async function addImported(base: string, { name, prefix }: NewInterface, from: string): Promise<string> {
  const { files, title, catalogue, source, operations, leftOut } = await importDocument(from, name, prefix)
  let proven = catalogue
  const prove = async () => {
    const biome = join(base, 'node_modules/@biomejs/biome/bin/biome')
    const arguments_ = [biome, 'check', '--write', '--vcs-enabled=false', `src/interfaces/${name}`]
    execFileSync(process.execPath, arguments_, { cwd: base, stdio: 'ignore' })
    await generate(base, [])
    assertServable(join(base, `generated/${name}/runtime.json`))
    proven = await proveRules(name, catalogue)
    writeFileSync(join(base, `specs/${name}/rules.yaml`), printCatalogue(proven))
    await generate(base, [])
  }
  try {
    await addInterface(base, { name, files, source }, prove)
  } catch (error) {
    // Removes what was generated before the failure.
    await generate(base, [])
    throw error instanceof Error && error.cause instanceof ImportError ? error.cause : error
  }
  return report({ name, title, operations, proven, leftOut })
}

/**
 * Proving the rules of a document takes many times its size in memory.
 *
 * @throws {ImportError} when the mock would have to read more than 32 MB
 */
export function assertServable(file: string): void {
  const size = statSync(file).size / 1e6
  if (size <= maxRuntime) return
  throw new ImportError(
    `The schemas of the document nest each other so often that they take ${Math.ceil(size)} MB when they are written out; ` +
      `${maxRuntime} MB is the most. Import fewer operations, or replace deep schemas by their first levels.`,
  )
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
  const rest = leftOut.length - maxShown
  const more = rest > 0 ? [`… and ${rest} more, which specs/${name}/source/not-kept.txt lists`] : []
  const lost =
    leftOut.length === 0
      ? []
      : ['', 'Not kept as it was:', ...[...leftOut.slice(0, maxShown), ...more].map((line) => `  ${line}`)]
  return [
    `Added ${name} (${title}): ${operations} operations, ${rules.length} rules, of which checks show ${shown}, and ${drafts.length} drafts.`,
    ...lost,
    ...(shown < rules.length
      ? ['', `No check shows ${rules.length - shown} of the rules; specs/${name}/rules.yaml says why of each.`]
      : []),
    '',
    'Next:',
    ` 1. npm run dev -- ${name}: the mock at http://127.0.0.1:4010/${name}, and its pages at /docs/${name}/`,
    ` 2. npm run test:interface -- ${name}: the lint, the checks, and a proof that each check can fail`,
    ` 3. specs/${name}/rules.yaml: each draft is a sentence of the document; make it a rule, or remove it`,
    ` 4. src/interfaces/${name}/definition.ts: behaviours, which replace the generic ones one by one`,
    ` 5. npm start -- ${name}, and npx rulebound verify ${name} --base-url <a real server>`,
  ].join('\n')
}

import { basename } from 'node:path'
import type { InterfaceFiles } from '../add-interface.ts'
import { gaps, type ImportedCatalogue, makeCatalogue, printCatalogue } from './catalogue.ts'
import { codeOf } from './code.ts'
import { setExamples } from './examples.ts'
import { assertNames } from './names.ts'
import { type LeftOut, normalize } from './normalize.ts'
import { readDocument } from './read-document.ts'
import { splitDocument } from './split.ts'

export interface Import {
  files: InterfaceFiles
  title: string
  catalogue: ImportedCatalogue
  /** The source of the rules: its name, and its path from the root. */
  source: { name: string; file: string }
  operations: number
  leftOut: LeftOut
}

/**
 * Makes an interface of an OpenAPI document.
 *
 * @throws {ImportError} for a document that cannot be imported
 */
export async function importDocument(path: string, name: string, prefix: string): Promise<Import> {
  const given = await readDocument(path)
  const { document } = given
  assertNames(basename(path), document)
  const leftOut = normalize(document, name)
  setExamples(document, `${prefix}-${gaps.examples}`, leftOut)
  const source = { name: `${name}.openapi`, file: `specs/${name}/source/${given.file}` }
  const catalogue = makeCatalogue(prefix, source.name, given, document)
  document['x-imported'] = source.name
  const files: InterfaceFiles = new Map([[source.file, given.text]])
  for (const [file, text] of splitDocument(document)) files.set(`specs/${name}/${file}`, text)
  if (leftOut.length > 0) files.set(`specs/${name}/source/not-kept.txt`, `${leftOut.join('\n')}\n`)
  files.set(`specs/${name}/rules.yaml`, printCatalogue(catalogue))
  for (const [file, text] of codeOf(name, prefix, document, leftOut)) files.set(`src/interfaces/${name}/${file}`, text)
  const { title } = document.info as { title: string }
  const operations = catalogue.rules.filter(({ statement }) => statement.includes('answers as the document')).length
  return { files, title, catalogue, source, operations, leftOut }
}

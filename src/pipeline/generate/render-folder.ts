import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rule } from '../../contract/contract.ts'
import { type OperationsByRule, operationsByRule } from '../../contract/provenance.ts'
import { parseYaml } from '../../contract/yaml-file.ts'
import { UserError } from '../../user-error.ts'
import type { InterfaceEntry } from '../../workspace/entries.ts'
import { bundleInterface, printBundle } from './bundle.ts'
import { explainFault } from './explain-fault.ts'
import { toOpenApi30 } from './openapi-30/document.ts'
import { banner, printJson, printTypes } from './print.ts'
import { buildRuntime } from './runtime.ts'
import type { SourceFolder } from './source-folders.ts'

type RenderedFiles = Record<string, string>

/**
 * Generates all files of one folder of `specs/`.
 *
 * @throws {UserError} with file, line and column for each fault in the sources
 */
export async function renderFolder(folder: SourceFolder, base: string): Promise<RenderedFiles> {
  const { entry } = folder
  if (!entry) return renderTables(folder, base, new Map())
  const { files, operations } = await renderDocument(entry, base).catch(explainFault(entry, base))
  return { ...files, ...renderTables(folder, base, operations) }
}

async function renderDocument(
  entry: InterfaceEntry,
  base: string,
): Promise<{ files: RenderedFiles; operations: OperationsByRule }> {
  const document = await bundleInterface(entry, base)
  const head = banner(`${entry.source}/`)
  const runtime = await buildRuntime(entry.name, document)
  const rendered = {
    'openapi.yaml': printBundle(document, head),
    'openapi-3.0.yaml': printBundle(toOpenApi30(document), head),
    'types.ts': await printTypes(document, head),
    'runtime.json': printJson(runtime, head),
  }
  return { files: rendered, operations: operationsByRule(document) }
}

/**
 * The rule catalogue as JSON, with the operations of each rule, and any other data file beside it, such as the upgrade data of the
 * key-value cluster.
 */
function renderTables(folder: SourceFolder, base: string, operations: OperationsByRule): RenderedFiles {
  const names = readdirSync(join(base, folder.source)).filter(
    (name) => name.endsWith('.yaml') && name !== 'openapi.yaml' && !name.endsWith('.schema.yaml'),
  )
  return Object.fromEntries(
    names.sort().map((name) => {
      const file = `${folder.source}/${name}`
      const table = readTable(file, base)
      const complete = name === 'rules.yaml' ? withOperations(table, operations) : table
      return [name.replace(/yaml$/, 'json'), printJson(complete, banner(file))]
    }),
  )
}

function withOperations(catalogue: { rules?: Rule[] }, operations: OperationsByRule): object {
  const rules = catalogue.rules?.map((rule) => ({ operations: operations.get(rule.id), ...rule }))
  return { ...catalogue, rules }
}

function readTable(file: string, base: string): object {
  const { data, diagnostics } = parseYaml(file, readFileSync(join(base, file), 'utf8'))
  if (diagnostics.length === 0) return data as object
  throw new UserError(
    diagnostics.map(({ line, column, message }) => `${file}:${line}:${column}  ${message}`).join('\n'),
  )
}

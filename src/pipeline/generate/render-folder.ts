import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { contractOf, type Rule } from '../../contract/contract.ts'
import { isObject } from '../../contract/json-pointer.ts'
import { operationsOf } from '../../contract/operation.ts'
import { type OperationsByRule, operationsByRule } from '../../contract/provenance.ts'
import { readSoundYaml } from '../../contract/yaml-file.ts'
import { UserError } from '../../user-error.ts'
import type { InterfaceEntry, SourceFolder } from '../../workspace/entries.ts'
import { bundleInterface, explainFault, type OpenApiDocument, printBundle } from './bundle.ts'
import { clientFiles } from './client/client-files.ts'
import { toOpenApi30 } from './openapi-30/document.ts'
import { banner, printJson } from './print.ts'
import { printTypes } from './types/print-types.ts'

type RenderedFiles = Record<string, string>

/**
 * Generates all files of one folder of `specs/`.
 *
 * @throws {UserError} with file, line and column for each fault in the sources
 */
export async function renderFolder(folder: SourceFolder, base: string): Promise<RenderedFiles> {
  const { entry } = folder
  if (!entry) return renderTables(folder, base, new Map())
  const { place, document } = entry
  if (!existsSync(join(base, document)))
    throw new UserError(`${place}  there is no ${document}; write it, or remove the entry`)
  const { files, operations } = await renderDocument(entry, base).catch(explainFault(entry, base))
  return { ...files, ...renderTables(folder, base, operations) }
}

async function renderDocument(
  entry: InterfaceEntry,
  base: string,
): Promise<{ files: RenderedFiles; operations: OperationsByRule }> {
  const document = await bundleInterface(entry, base)
  const head = banner(`${entry.source}/`)
  assertServable(document)
  const contract = contractOf(entry.name, document)
  const rendered = {
    'openapi.yaml': printBundle(document, head),
    'openapi-3.0.yaml': printBundle(toOpenApi30(document), head),
    'types.ts': await printTypes(document, head),
    'openapi.json': printJson(document, head),
    ...Object.fromEntries(clientFiles(contract, head, base)),
  }
  return { files: rendered, operations: operationsByRule(document) }
}

/** @throws {Error} for a document that the mock cannot serve; the lint says where the fault is */
function assertServable(document: OpenApiDocument): void {
  const ids = [...operationsOf(document)].map(({ id }) => id)
  if (!document.servers) throw new Error('the document has no servers')
  if (new Set(ids).size < ids.length || ids.includes('undefined'))
    throw new Error('each operation needs a unique `operationId`')
  // Prism silently turns validation off for a schema whose pattern its engine cannot compile.
  for (const pattern of patternsIn(document)) new RegExp(pattern, 'u')
}

function* patternsIn(node: object): Generator<string> {
  for (const [name, member] of Object.entries(node)) {
    if (name === 'pattern' && typeof member === 'string') yield member
    else if (isObject(member) && !/^(examples?|default|enum|const|x-.*)$/.test(name)) yield* patternsIn(member)
  }
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
      const table = readSoundYaml(file, join(base, file)).data as object
      const complete = name === 'rules.yaml' ? withOperations(table, operations) : table
      return [name.replace(/yaml$/, 'json'), printJson(complete, banner(file))]
    }),
  )
}

function withOperations(catalogue: { rules?: Rule[] }, operations: OperationsByRule): object {
  const rules = catalogue.rules?.map((rule) => ({ operations: operations.get(rule.id), ...rule }))
  return { ...catalogue, rules }
}

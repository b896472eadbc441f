import { basename, posix } from 'node:path'
import type { YamlFile } from '../../../contract/yaml-file.ts'
import { UserError } from '../../../user-error.ts'
import type { InterfaceEntry } from '../../../workspace/entries.ts'
import { referenceDiagnostics } from '../../lint/layout.ts'
import { isFileReference, reachableFrom, readSpecFolder, type SpecFolder } from '../../specs/spec-folder.ts'
import { createCompiler } from './assert-compilable.ts'
import { DocumentFault, ForeignFileFault, UncompilableSchemaFault } from './document-fault.ts'

type Path = (string | number)[]

const single = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else']
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const maps = ['properties', 'patternProperties', '$defs', 'dependentSchemas']

/** Position of the innermost schema that AJV cannot compile even alone: `file:line:column`. */
function findUncompilableSchema(document: string, folder: SpecFolder): string | undefined {
  const compile = createCompiler()
  for (const file of reachableFrom(document, folder)) {
    const yaml = folder.files.get(file)
    if (!yaml) continue
    for (const [schema, path] of schemasIn(yaml)) {
      const found = innermost(schema, path)
      if (!found) continue
      const { line, column } = yaml.at(found)
      return `${file}:${line}:${column}`
    }
  }
  return undefined

  function innermost(schema: unknown, path: Path): Path | undefined {
    if (typeof schema !== 'object' || schema === null) return undefined
    for (const [child, key] of childrenOf(schema as Record<string, unknown>)) {
      const found = innermost(child, [...path, ...key])
      if (found) return found
    }
    return compile(blankReferences(schema) as object) === undefined ? undefined : path
  }
}

/** A file of `schemas/` is a schema; in other files, the value of each key `schema` is one. */
function* schemasIn(yaml: YamlFile): Generator<[schema: unknown, path: Path]> {
  if (posix.basename(posix.dirname(yaml.file)) === 'schemas') yield [yaml.data, []]
  else yield* underSchemaKeys(yaml.data, [])
}

function* underSchemaKeys(node: unknown, path: Path): Generator<[schema: unknown, path: Path]> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    const here = [...path, Array.isArray(node) ? Number(key) : key]
    if (key === 'schema') yield [value, here]
    else yield* underSchemaKeys(value, here)
  }
}

function* childrenOf(schema: Record<string, unknown>): Generator<[child: unknown, key: Path]> {
  for (const key of single) yield [schema[key], [key]]
  for (const key of lists) {
    const list = schema[key]
    if (Array.isArray(list)) for (const [index, child] of list.entries()) yield [child, [key, index]]
  }
  for (const key of maps) {
    for (const [name, child] of Object.entries(Object(schema[key]))) yield [child, [key, name]]
  }
}

/** The target of a reference is checked in its own file. */
function blankReferences(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(blankReferences)
  if (typeof node !== 'object' || node === null) return node
  if ('$ref' in node) return {}
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, blankReferences(value)]))
}

/**
 * Turns an error that a library threw into lines that say where to mend the sources. The libraries name a broken file or reference
 * incompletely, or twice, so this reads the sources again and keeps the position of each node.
 *
 * @returns a handler of rejections, which always throws a `UserError`
 */
export function explainFault(entry: InterfaceEntry, base: string): (error: unknown) => Promise<never> {
  return async (error) => {
    // If the sources cannot even be listed, the library's message has to do.
    const folder = await readSpecFolder(base, basename(entry.source)).catch(() => undefined)
    const told = (folder && explain(error, entry, folder)) ?? tellPlainly(error, entry)
    throw new UserError(told.replaceAll(base, ''), { cause: error })
  }
}

function explain(error: unknown, entry: InterfaceEntry, folder: SpecFolder): string | undefined {
  const unreadable = [...folder.files.values()].flatMap(({ diagnostics }) => diagnostics)
  const references = folder.references.filter(({ ref }) => isFileReference(ref))
  const broken = unreadable.length > 0 ? unreadable : referenceDiagnostics({ ...folder, references })
  if (broken.length > 0) {
    return broken.map(({ file, line, column, message }) => `${file}:${line}:${column}  ${message}`).join('\n')
  }
  return error instanceof DocumentFault ? locateFault(error, entry, folder) : undefined
}

function tellPlainly(error: unknown, { document }: InterfaceEntry): string {
  const { message } = error as Error
  return error instanceof UserError ? message : `${document}  ${message.replaceAll(/\s+/g, ' ')}`
}

/** A fault of the bundled document, with its position in the sources: `file:line:column  message`. */
function locateFault(fault: DocumentFault, entry: InterfaceEntry, folder: SpecFolder): string {
  return `${findPlace(fault, entry, folder) ?? placeOf(fault.path, entry, folder)}  ${fault.message}`
}

function findPlace(fault: DocumentFault, entry: InterfaceEntry, folder: SpecFolder): string | undefined {
  if (fault instanceof UncompilableSchemaFault) return findUncompilableSchema(entry.document, folder)
  if (!(fault instanceof ForeignFileFault)) return undefined
  const reference = folder.references.find(({ target }) => target === fault.file)
  return reference && `${reference.from}:${reference.line}:${reference.column}`
}

/** Follows the path from file to file. The last key may be a reference, which is not followed. */
function placeOf(path: readonly string[], { document }: InterfaceEntry, { files }: SpecFolder): string {
  let file = document
  let within: string[] = []
  for (const key of path) {
    const ref = within.reduce((node, step) => Object(node)[step], files.get(file)?.data)
    const target = posix.join(posix.dirname(file), String(Object(ref).$ref))
    if (files.has(target)) {
      file = target
      within = []
    }
    within.push(key)
  }
  const { line, column } = files.get(file)?.at(within) ?? { line: 1, column: 1 }
  return `${file}:${line}:${column}`
}

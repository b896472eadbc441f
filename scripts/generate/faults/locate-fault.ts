import { posix } from 'node:path'
import type { InterfaceEntry } from '../../specs/interfaces.ts'
import type { SpecFolder } from '../../specs/spec-folder.ts'
import { type DocumentFault, ForeignFileFault, UncompilableSchemaFault } from './document-fault.ts'
import { findUncompilableSchema } from './locate-schema.ts'

/** A fault of the bundled document as `file:line:column  message`, where it stands in the sources. */
export function locateFault(fault: DocumentFault, entry: InterfaceEntry, folder: SpecFolder): string {
  return `${findPlace(fault, entry, folder) ?? placeOf(fault.path, entry, folder)}  ${fault.message}`
}

function findPlace(fault: DocumentFault, entry: InterfaceEntry, folder: SpecFolder): string | undefined {
  if (fault instanceof UncompilableSchemaFault) return findUncompilableSchema(entry.document, folder)
  if (!(fault instanceof ForeignFileFault)) return undefined
  const reference = folder.references.find(({ target }) => target === fault.file)
  return reference && `${reference.from}:${reference.line}:${reference.column}`
}

/** Follows the path from file to file, up to the reference that its last key may be. */
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

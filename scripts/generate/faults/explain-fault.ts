import { basename } from 'node:path'
import { UserError } from '../../../src/cli/user-error.ts'
import { referenceDiagnostics } from '../../lint/layout.ts'
import type { InterfaceEntry } from '../../specs/interfaces.ts'
import { isFileReference, readSpecFolder, type SpecFolder } from '../../specs/spec-folder.ts'
import { DocumentFault } from './document-fault.ts'
import { locateFault } from './locate-fault.ts'

/**
 * Turns what a library threw over an interface's sources into lines that say where to mend them. The libraries name a broken
 * file or reference by halves, or twice; so the sources are read again, with an eye for places, once something is wrong.
 *
 * @returns a handler of rejections, which always throws a `UserError`
 */
export function explainFault(entry: InterfaceEntry, base: string): (error: unknown) => Promise<never> {
  return async (error) => {
    // Sources that cannot even be listed leave the library's own words.
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

import type { PublishedDocument } from '../contract/published/read-document.ts'
import { printableLines } from '../printable.ts'
import { UserError } from '../user-error.ts'
import { openWorkspace } from '../workspace/open-workspace.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { readWords } from './read-words.ts'

/**
 * Opens what the words of a command name, and tells what the user may not expect of it.
 *
 * @param allowFiles folders whose files documents may refer to
 * @throws {UserError} for documents that cannot be read, and for a name that no interface has
 */
export async function openWords(words: readonly string[], allowFiles?: readonly string[]): Promise<Workspace> {
  const workspace = await openWorkspace({ words: await readWords(words), from: process.cwd(), allowFiles })
  for (const remark of workspace.remarks) console.error(remark)
  return workspace
}

/** The same for what needs a document. */
export async function openInterfaces(words: readonly string[], allowFiles?: readonly string[]): Promise<Workspace> {
  const workspace = await openWords(words, allowFiles)
  const [library] = words.length > 0 ? workspace.libraries : []
  if (library) throw new UserError(`${library.name} has no OpenAPI document; name an interface`)
  return workspace
}

/** Most lines about parts that are not used which a command prints without being asked for all. */
const maxLines = 20

/** Tells which parts of documents are not used. */
export function printLeftOut({ interfaces }: Workspace, all: boolean): void {
  for (const line of interfaces.flatMap(({ published }) => (published ? describeLeftOut(published, all) : [])))
    console.error(printableLines(line))
}

/** The parts of a document that are not used, one line each. */
function describeLeftOut({ file, leftOut }: PublishedDocument, all: boolean): string[] {
  const lines = leftOut.slice(0, all ? leftOut.length : maxLines).map(({ pointer, reason, source }) => {
    const { line, column, ...place } = source?.place ?? { file, line: 1, column: 1 }
    return `${place.file}:${line}:${column} ${pointer}  ${reason}`
  })
  const more = leftOut.length - lines.length
  return more > 0 ? [...lines, `${file}  ${more} more parts are not used; --verbose shows all`] : lines
}

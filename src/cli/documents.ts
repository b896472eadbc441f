import { isObject } from '../contract/json-pointer.ts'
import type { PublishedDocument } from '../contract/published/read-document.ts'
import { readYaml } from '../contract/yaml-file.ts'
import type { Correction } from '../mock/crud/collections.ts'
import { printableLines } from '../printable.ts'
import { UserError } from '../user-error.ts'
import type { UserInterface } from '../workspace/interfaces.ts'

/** Most lines about parts that are not used which a command prints without being asked for all. */
const maxLines = 20

/** Tells which parts of the user's documents are not used. */
export function printLeftOut(interfaces: readonly UserInterface[], all: boolean): void {
  for (const line of interfaces.flatMap(({ published }) => describeLeftOut(published, all)))
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

/**
 * Corrections of what the mock takes for collections: `/pets: {key: petId}` names the member that names a record, `/search: false` says that a
 * path is no collection.
 *
 * @throws {UserError} for a file that has another form
 */
export function readCorrections(file: string): Record<string, Correction> {
  const value = readYaml(file)
  const isFit = (one: unknown) => one === false || typeof Object(one).key === 'string'
  if (isObject(value) && Object.values(value).every(isFit)) return value as Record<string, Correction>
  throw new UserError(
    `${file}: write one line for each collection, such as \`/pets: {key: petId}\` or \`/search: false\``,
  )
}

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { PublishedDocument } from '../contract/published/read-document.ts'
import type { Correction } from '../mock/crud/collections.ts'
import { UserError } from '../user-error.ts'

/** Most lines about parts that are not used which a command prints without being asked for all. */
const maxLines = 20

/** The parts of a document that are not used, one line each. */
export function describeLeftOut({ file, leftOut }: PublishedDocument, all: boolean): string[] {
  const lines = leftOut
    .slice(0, all ? leftOut.length : maxLines)
    .map(({ pointer, reason }) => `${file} ${pointer}  ${reason}`)
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
  const fault = `${file}: write one line for each collection, such as \`/pets: {key: petId}\` or \`/search: false\``
  let value: unknown
  try {
    value = parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${(error as Error).message.split('\n')[0]}`)
  }
  const isFit = (one: unknown) => one === false || typeof Object(one).key === 'string'
  if (typeof value !== 'object' || value === null || !Object.values(value).every(isFit)) throw new UserError(fault)
  return value as Record<string, Correction>
}

import type { Correction } from '../contract/collections/collections.ts'
import { isObject } from '../contract/json-pointer.ts'
import { readYaml } from '../contract/yaml-file.ts'
import { UserError } from '../user-error.ts'

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

import { accepted, refused, type ValueReader } from '../value-reader.ts'

/**
 * Reads a file of a multipart form (PRM-008). The sender chooses its name and its type, so trust neither; folders are removed from
 * the name.
 *
 * | of | grammar | otherwise |
 * |---|---|---|
 * | multipart form | a part with a file name; a file input left empty is a name given without a value | – |
 * | query, form | – | `has to be a file` |
 * | JSON | – | `Expected File` |
 *
 * @example
 * ```ts
 * const photo = param('photo', file)
 * photo.name // 'ada.png'
 * ```
 */
export const file: ValueReader<File> = {
  readParameter: () => refused('has to be a file'),
  readParameterJSON: () => refused('Expected File'),
  readParameterFile: accepted,
}

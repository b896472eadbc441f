import { type Reader, readSent } from '../read-parameter.ts'
import { accepted, type ValueReader } from '../value-reader.ts'

/**
 * Makes a reader for a field that may have no value, which is `undefined` (PRM-008). The field's own reader is tried first, so `optional(text)`
 * reads an empty string as a string; `emptyValueToNothing` turns an empty string into `undefined`.
 *
 * | of | grammar | otherwise |
 * |---|---|---|
 * | query, form | the values of the reader; or the empty string, if the reader refuses it | the reader's own reason |
 * | JSON | the same, or `null` | the reader's own reason |
 *
 * @param reader reads every value first; `optional` handles only the values that it refuses
 * @example
 * ```ts
 * asRecord(new Person(), { age: optional(int) }) // age= gives undefined
 * ```
 */
export function optional<T>(reader: Reader<T>): ValueReader<T | undefined> {
  return {
    readParameter(raw) {
      const read = readSent(reader, { kind: 'text', raw })
      return read.ok || raw ? read : accepted(undefined)
    },
    readParameterJSON(raw) {
      const read = readSent(reader, { kind: 'json', raw })
      return read.ok || (raw ?? '') !== '' ? read : accepted(undefined)
    },
    readParameterFile: (raw) => readSent(reader, { kind: 'file', raw }),
  }
}

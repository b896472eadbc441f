import { type Reader, readSent } from '../read-parameter.ts'
import { accepted, type Read, refused, type ValueReader } from '../value-reader.ts'

/**
 * Makes a reader of several values in one parameter (PRM-008). Use `paramList` for a repeated name.
 *
 * | of | grammar | otherwise |
 * |---|---|---|
 * | query, form | `[element {"," element}]`: `1,2,3`; the empty string is an empty list; an element holds no comma | the reason of the first refused element |
 * | JSON | an array of values that the element's reader accepts | `Expected Array`, or the element's own reason |
 *
 * @param element reads each element
 * @example
 * ```ts
 * param('ids', list(int)) // ?ids=1,2,3 gives [1, 2, 3]
 * ```
 */
export function list<T>(element: Reader<T>): ValueReader<T[]> {
  return {
    readParameter: (raw) =>
      readAll(raw === '' ? [] : raw.split(','), (part) => readSent(element, { kind: 'text', raw: part })),
    readParameterJSON: (json) =>
      Array.isArray(json)
        ? readAll(json, (part) => readSent(element, { kind: 'json', raw: part }))
        : refused('Expected Array'),
  }
}

function readAll<Raw, T>(parts: readonly Raw[], read: (part: Raw) => Read<T>): Read<T[]> {
  const values: T[] = []
  for (const part of parts) {
    const result = read(part)
    if (!result.ok) return result
    values.push(result.value)
  }
  return accepted(values)
}

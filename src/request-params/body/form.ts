import { pastLimit } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { Parameter } from '../parameter.ts'
import { decodePercent } from './bytes.ts'

/**
 * The pairs of a query or of a form. They are split first and decoded afterwards, so that an encoded `&` or `=` belongs to a
 * name or a value.
 *
 * @param form in ASCII
 * @throws {RequestCouldNotBeReadError} past a limit
 */
export function readPairs(form: string, limits: Limits): Parameter[] {
  const pairs: Parameter[] = []
  const spaced = form.replaceAll('+', ' ')
  for (let start = 0, end = 0; end < spaced.length; start = end + 1) {
    end = spaced.indexOf('&', start)
    if (end < 0) end = spaced.length
    const token = spaced.slice(start, end)
    if (token === '') continue
    if (pairs.length === limits.parameters) throw pastLimit('parameters', limits)
    const equals = token.indexOf('=')
    const name = decodePercent(equals < 0 ? token : token.slice(0, equals))
    pairs.push(equals < 0 ? { name } : { name, kind: 'text', raw: decodePercent(token.slice(equals + 1)) })
  }
  return pairs
}

import { Problem } from '../interfaces/problem.ts'
import { type Limits, type Params, RequestCouldNotBeReadError, readQuery } from '../request-params/request-params.ts'

/** A query as Prism's deserializers take it: a name that is repeated has all of its values. */
export type RawQuery = Record<string, string | string[]>

/** @returns a `Problem` for a query with more parameters than `defaultLimits` of the request-parameter library allow */
export function readRawQuery(text: string): RawQuery | Problem {
  if (text === '') return Object.create(null)
  const params = readPairs(text, 'query')
  if (params instanceof Problem) return params
  const query: RawQuery = Object.create(null)
  for (const [name, raw] of params.allParams()) {
    // What has no value has an empty one for Prism.
    const value = typeof raw === 'string' ? raw : ''
    const known = query[name]
    if (known === undefined) query[name] = value
    else if (typeof known === 'string') query[name] = [known, value]
    else known.push(value)
  }
  return query
}

/**
 * Names and values of a query or a form. Bytes that are not UTF-8 are kept, so that they are an error of their value alone, and
 * only where somebody reads it.
 *
 * @param place what the sentence of a `Problem` calls it
 * @returns a `Problem` past a limit
 */
export function readPairs(text: string, place: 'query' | 'form', limits?: Partial<Limits>): Params | Problem {
  try {
    return readQuery(text, limits)
  } catch (error) {
    if (!(error instanceof RequestCouldNotBeReadError)) throw error
    return new Problem('invalid-request', `The ${place} could not be read, ${error.reason}.`)
  }
}

import { Refusal } from '../../behaviour/refusal.ts'
import { type Limits, type Params, RequestCouldNotBeReadError, readQuery } from '../../request-params/request-params.ts'

/** A query with its parameters in the order in which they were sent. */
export class SentQuery {
  readonly pairs: readonly Pair[]
  /** As it was sent, without `?`. */
  readonly text: string

  constructor(pairs: readonly Pair[], text = '') {
    this.pairs = pairs
    this.text = text
  }

  /** By name; a repeated name has a list of values. Without a prototype, no name leads to a member of every object. */
  get values(): Record<string, string | string[]> {
    const values: Record<string, string | string[]> = Object.create(null)
    for (const [name, raw] of this.pairs) {
      // Prism treats a parameter without a value as an empty one.
      const value = typeof raw === 'string' ? raw : ''
      const known = values[name]
      if (Array.isArray(known)) known.push(value)
      else values[name] = known === undefined ? value : [known, value]
    }
    return values
  }

  /** With a parameter in the place of those of its name. */
  with(name: string, value: string): SentQuery {
    const others = this.text.split('&').filter((pair) => pair !== '' && pair.split('=', 1)[0] !== name)
    const pairs: Pair[] = [...this.pairs.filter(([other]) => other !== name), [name, value]]
    return new SentQuery(pairs, [...others, `${name}=${value}`].join('&'))
  }
}

type Pair = readonly [name: string, raw: unknown]

/** @returns a `Refusal` for a query with more parameters than `defaultLimits` of the request-parameter library allow */
export function readSentQuery(text: string): SentQuery | Refusal {
  const params = readPairs(text, 'query')
  return params instanceof Refusal ? params : new SentQuery(params.allParams(), text)
}

export const emptyQuery = new SentQuery([])

/**
 * Names and values of a query or a form. A value whose bytes are not UTF-8 is an error only when somebody reads that value.
 *
 * @param place its name in the message of a `Refusal`
 * @returns a `Refusal` beyond a limit
 */
export function readPairs(text: string, place: 'query' | 'form', limits?: Partial<Limits>): Params | Refusal {
  try {
    return readQuery(text, limits)
  } catch (error) {
    if (!(error instanceof RequestCouldNotBeReadError)) throw error
    return new Refusal('invalid-request', `The ${place} could not be read, ${error.reason}.`)
  }
}

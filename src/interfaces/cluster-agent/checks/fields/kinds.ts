import { isIP } from 'node:net'
import type { operations } from '../../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { changesValue, describePlace, needsOfPlaces, type Place, valuesAt } from './place.ts'

export interface Kind {
  name: string
  is(value: unknown): boolean
  /** Values of other kinds. */
  wrong: readonly unknown[]
}

export const text: Kind = { name: 'a string', is: (value) => typeof value === 'string', wrong: [7, null, ['text']] }
export const flag: Kind = { name: 'a boolean', is: (value) => typeof value === 'boolean', wrong: ['true', 1, null] }
export const integer: Kind = { name: 'an integer', is: Number.isInteger, wrong: ['7', 0.5, null] }
export const object: Kind = {
  name: 'an object',
  is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  wrong: ['none', ['none'], null],
}
export const list: Kind = { name: 'an array', is: Array.isArray, wrong: [{}, 'none', null] }
export const ip: Kind = {
  name: 'an IP address',
  is: (value) => typeof value === 'string' && isIP(value) !== 0,
  wrong: ['server1.example', '192.0.2.999', 3_221_225_995, null],
}
export const ipPort: Kind = {
  name: 'of the form ip:port',
  is: (value) => /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\]):\d{1,5}$/i.test(String(value)),
  wrong: ['192.0.2.11', 'server1', 4647],
}

export function oneOf(...words: string[]): Kind {
  const [first = ''] = words
  return {
    name: `one of ${words.join(', ')}`,
    is: (value) => words.includes(String(value)),
    wrong: ['Unknown', first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase(), null],
  }
}

/** Every value at these places is of a kind. A missing member fails, unless it is optional. */
export function hasKind(
  places: readonly (Place & { kind: Kind })[],
  { mayLack = false }: { mayLack?: boolean } = {},
): Check<operations> {
  return {
    needs: needsOfPlaces(places),
    async run(t) {
      let count = 0
      for (const place of places) {
        const values = (await valuesAt(t, place)).filter((value) => !mayLack || value !== undefined)
        const wrong = values.filter((value) => !place.kind.is(value)).map((value) => JSON.stringify(value) ?? 'nothing')
        expect(wrong, `what is not ${place.kind.name} in ${describePlace(place)}`).toEqual([])
        count += values.length
      }
      if (count === 0) t.inconclusive(`there are no values in ${places.map(describePlace).join(' or ')}`)
    },
    sabotage: places.flatMap((place) => [
      ...place.kind.wrong.map((value) => changesValue(place, () => value)),
      ...(mayLack || place.path.at(-1) === '*' ? [] : [changesValue(place, () => undefined)]),
    ]),
  }
}

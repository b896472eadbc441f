import { elementOf, memberOf, shapeOf } from './shape.ts'
import type { Conjunction, Universe } from './universe.ts'

/** Whether a reader accepts a value; one that is text on the wire, in any way to read it. */
export function takes(
  universe: Universe,
  conjunction: Conjunction,
  value: unknown,
  isText: boolean,
): boolean | undefined {
  if (!isText) return universe.accepts(conjunction, value)
  // An empty list is written as nothing.
  if (Array.isArray(value) && value.length === 0) return true
  const verdicts = readingsOf(conjunction, value, universe).map((reading) => universe.accepts(conjunction, reading))
  return verdicts.includes(true) || (verdicts.includes(undefined) ? undefined : false)
}

/**
 * The values that a reader may take a value for when all its scalars are text on the wire, the likeliest first: `5` is a number for who
 * wants a number, a text for who wants a text, and a list of one for who wants a list.
 */
function readingsOf(conjunction: Conjunction, value: unknown, universe: Universe, depth = 0): unknown[] {
  const shape = shapeOf(conjunction)
  if (depth > 8) return [value]
  const readChild = (child: Conjunction, one: unknown) => {
    const readings = readingsOf(child, one, universe, depth + 1)
    return readings.find((reading) => universe.accepts(child, reading)) ?? readings[0]
  }
  // An empty object is written as an empty text.
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return [value, '']
  if (Array.isArray(value) && value.length === 1)
    return [
      [readChild(elementOf(shape, 0, universe), value[0])],
      ...readingsOf(conjunction, value[0], universe, depth + 1),
    ]
  if (Array.isArray(value)) return [value.map((one, index) => readChild(elementOf(shape, index, universe), one))]
  if (typeof value === 'object' && value !== null)
    return [
      Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, readChild(memberOf(shape, name, universe) ?? [], one)]),
      ),
    ]
  const text = value === null ? '' : String(value)
  const readings: unknown[] = []
  if (/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text)) readings.push(Number(text))
  if (/^(true|false)$/.test(text)) readings.push(text === 'true')
  if (text === '' || text === 'null') readings.push(null)
  readings.push(text)
  if (shape.types.has('array') || shape.groups.length > 0)
    readings.push([readChild(elementOf(shape, 0, universe), value)])
  return readings
}

import { closestMatch } from 'leven'

/** Says that a name is not known, and which one may be meant. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const nearest = closestMatch(
    name.toLowerCase(),
    known.map((one) => one.toLowerCase()),
    {
      maxDistance: Math.max(2, Math.floor(name.length / 3)),
    },
  )
  const meant = known.find((one) => one.toLowerCase() === nearest)
  const hint = meant === undefined ? `known are ${known.join(', ') || 'none'}` : `did you mean '${meant}'?`
  return `an unknown ${what} '${name}'; ${hint}`
}

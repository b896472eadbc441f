import { closestMatch } from 'leven'

/** The end of a message about an unknown name: the name that was probably meant, or all that there are. */
export function suggest(name: string, known: readonly string[]): string {
  const lowerCase = known.map((one) => one.toLowerCase())
  const nearest = closestMatch(name.toLowerCase(), lowerCase, { maxDistance: Math.max(2, Math.floor(name.length / 3)) })
  const meant = nearest === undefined ? undefined : known[lowerCase.indexOf(nearest)]
  return meant === undefined ? `known are ${known.join(', ') || 'none'}` : `did you mean '${meant}'?`
}

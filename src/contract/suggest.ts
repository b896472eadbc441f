import { closestMatch } from 'leven'

/** The end of a message about an unknown name: the name that was probably meant, or all known names. */
export function suggest(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known)
  return meant === undefined ? `known are ${known.join(', ') || 'none'}` : `did you mean '${meant}'?`
}

/** The known name that a misspelt one is nearest to; undefined when none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const lowerCase = known.map((one) => one.toLowerCase())
  const nearest = closestMatch(name.toLowerCase(), lowerCase, { maxDistance: Math.max(2, Math.floor(name.length / 3)) })
  return nearest === undefined ? undefined : known[lowerCase.indexOf(nearest)]
}

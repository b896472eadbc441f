import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Letters and digits of a key that may be others, so that nobody else is likely to have it. */
const minVaried = 6

export const uuid: RegExp = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A value that nobody else has: a made-up one, or the sample with other letters and digits, where it has enough of them. */
export function freshValue(unique: string, accepts: (value: unknown) => boolean, sample: unknown): unknown {
  const letters = Array.from({ length: 5 }, () => randomOf('abcdefghijklmnopqrstuvwxyz')).join('')
  const made = [unique, randomUUID(), `${unique}@example.com`, `https://${unique}.example`, randomInt(1e8, 1e9)]
  const short = [letters, letters.slice(1), letters.toUpperCase(), randomInt(1000, 9999)]
  return made.find(accepts) ?? (typeof sample === 'string' ? varied(sample, accepts) : undefined) ?? short.find(accepts)
}

/** A text of the same form, with other letters and digits where they may stand; undefined where these are few. */
export function varied(sample: string, accepts: (value: unknown) => boolean): string | undefined {
  let text = sample
  let changed = 0
  for (const [at, character] of [...sample].entries()) {
    const like = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((all) =>
      all.includes(character),
    )
    const other = text.slice(0, at) + randomOf(like ?? character) + text.slice(at + 1)
    if (like === undefined || !accepts(other)) continue
    text = other
    changed++
  }
  return changed >= minVaried ? text : undefined
}

const randomOf = (letters: string) => letters[randomInt(letters.length)] ?? ''

/** A word that no other thing has. */
export function uniqueWord(): string {
  return `rb${randomBytes(5).toString('hex')}`
}

/** A UUID in place of one; else the word. */
export function bareOrUuid(value: unknown, unique: string): unknown {
  return uuid.test(String(value)) ? randomUUID() : unique
}

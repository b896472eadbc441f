import { suggest } from '../contract/suggest.ts'
import { UserError } from '../user-error.ts'

/** No interface has this name. */
export class UnknownNameError extends UserError {
  readonly word: string
  readonly known: readonly string[]

  constructor(word: string, known: readonly string[]) {
    super(`unknown interface '${word}'; ${suggest(word, known)}`)
    this.word = word
    this.known = known
  }
}

/**
 * Those of interfaces that have one of these names; all if none is given.
 *
 * @throws {UserError} for a name that none of them has
 */
export function selectNamed<Named extends { name: string }>(names: readonly string[], all: readonly Named[]): Named[] {
  const known = all.map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new UnknownNameError(unknown, known)
  return all.filter(({ name }) => names.length === 0 || names.includes(name))
}

/** The name, or the name with a number if it is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  let index = 2
  while (taken.has(`${name}-${index}`)) index++
  return `${name}-${index}`
}

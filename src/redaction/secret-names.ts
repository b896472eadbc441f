/** Replaces a value that has no name to show. */
export const hidden = '…'

/** Words in the name of a value that gives access to something. */
const opening = 'token|secret(?:[-_]?id)?|passw(?:or)?d|passphrase|assertion|jwt|(?:api|access|private)[-_]?key'

/** The same, and words in names of values that may belong to such a value. A pattern. */
export const secretWords: string = `${opening}|credential|authorization|cookie|signature|session`

const sounding = new RegExp(`${secretWords}|^(?:auth|key|sig|code|sid|pwd)$`, 'i')

/** True for the name of a parameter, header or member whose value is probably a credential. */
export function soundsSecret(name: string): boolean {
  return sounding.test(name)
}

const opens = new RegExp(`passw(?:or)?d|passphrase|(?:${opening})$`, 'i')
const turnsPages = /(?:next|page|continuation)[-_]?token$/i
const holdsToken = /^(?:auth|wrap[-_]?info|session|credentials?)$/i

/**
 * True for the name of a member whose value gives access to something. Stricter than `soundsSecret`: a `token` alone is often an
 * identifier, such as that of an order.
 *
 * @param holder name of the object that has the member
 */
export function opensSomething(name: string, holder = ''): boolean {
  if (name === 'token') return holdsToken.test(holder)
  return opens.test(name) && !turnsPages.test(name)
}

import { escapeUnprintable, printable } from '../printable.ts'

/**
 * A text as one printable word of a shell line, for shells that support `$'…'`, such as bash and zsh. The text must not contain NUL: an
 * argument cannot.
 *
 * @param variables names such as `$ORDERS_API_KEY`; the shell replaces them in the text by their values
 */
export function shellQuote(text: string, variables: readonly string[] = []): string {
  // The longest name first: `$TOKEN_2` is not `$TOKEN` and `_2`.
  const names = [...variables].sort((one, other) => other.length - one.length).map((name) => name.replace('$', '\\$'))
  const pieces = names.length === 0 ? [text] : text.split(new RegExp(`(${names.join('|')})`))
  const quoted = pieces.map((piece, index) => (index % 2 === 1 ? `"${piece}"` : quoteLiteral(piece))).join('')
  return quoted === '' ? "''" : quoted
}

function quoteLiteral(text: string): string {
  if (/^[\w@%+=:,./-]*$/.test(text)) return text
  if (printable(text) === text) return `'${text.replaceAll("'", `'\\''`)}'`
  return `$'${escapeUnprintable(text.replace(/[\\']/g, '\\$&'), escapeBytes)}'`
}

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' }

/** Octal with three digits. After a shorter escape, a shell would read a following digit as a part of it. */
function escapeBytes(character: string): string {
  const octal = Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`)
  return shortEscapes[character] ?? octal.join('')
}

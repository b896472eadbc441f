/**
 * A text as one word of a shell line, for bash, zsh and others that know `$'…'`. Text must hold no NUL: no argument can.
 *
 * @param variables names such as `$ORDERS_API_KEY`, which the shell is to fill in where they stand in the text
 */
export function shellQuote(text: string, variables: readonly string[] = []): string {
  // The longest first: `$TOKEN_2` is not `$TOKEN` and `_2`.
  const names = [...variables].sort((one, other) => other.length - one.length).map((name) => name.replace('$', '\\$'))
  const pieces = names.length === 0 ? [text] : text.split(new RegExp(`(${names.join('|')})`))
  const quoted = pieces.map((piece, index) => (index % 2 === 1 ? `"${piece}"` : quoteLiteral(piece))).join('')
  return quoted === '' ? "''" : quoted
}

function quoteLiteral(text: string): string {
  if (/^[\w@%+=:,./-]*$/.test(text)) return text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
  if (!/[\x00-\x1f\x7f-\x9f]/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`
  const escaped = text
    .replace(/[\\']/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
    .replace(/[\x00-\x1f\x7f-\x9f]/g, octalBytes)
  return `$'${escaped}'`
}

/** Three digits: with fewer, or with hexadecimal ones, a digit that follows would be taken in. */
function octalBytes(character: string): string {
  return [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}

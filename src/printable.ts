const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/**
 * One line of foreign text, safe to show: a character that moves the cursor, changes the direction of reading or cannot be seen
 * appears as `\u202e`. The escapes are those of JSON, so printable JSON still says the same.
 */
export function printable(line: string): string {
  return escapeUnprintable(line, escapeUnits)
}

/** The same with escapes for another reader, such as a shell. */
export function escapeUnprintable(text: string, escapeCharacter: (character: string) => string): string {
  return text.replace(unprintable, escapeCharacter)
}

/** Printable text of several lines. Line breaks and tabs stay; CR LF becomes LF. */
export function printableLines(text: string): string {
  return escapeUnprintable(text.replaceAll('\r\n', '\n'), (character) =>
    character === '\n' || character === '\t' ? character : escapeUnits(character),
  )
}

/** A character beyond U+FFFF is two escapes, as in JSON. */
function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

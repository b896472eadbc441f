/** A line of text from elsewhere as a terminal may show it: what would move its cursor or colour it is written out. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

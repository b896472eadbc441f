/** A text that may be as long as a body, as far as a reader wants it here. */
export function shorten(text: string, characters = 1000): string {
  return text.length > characters ? `${text.slice(0, characters).toWellFormed()}…` : text
}

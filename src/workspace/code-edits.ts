let edits = 0

/** From now on, {@link currentCode} is an address that Node.js has not loaded. */
export function countEdit(): void {
  edits++
}

/** The address of a module, with the number of edits, since Node.js loads an address once. */
export function currentCode(url: string): string {
  return edits > 0 ? `${url}?edit=${edits}` : url
}

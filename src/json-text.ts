declare global {
  interface JSON {
    /** Text that `JSON.stringify` writes unchanged. Node.js has it since version 21, and TypeScript does not know it. */
    rawJSON(text: string): unknown
  }
}

/** The value of a text; undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value of a text, or the text itself when it is not JSON. */
export function parseJsonOrText(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}

/**
 * JSON, with all digits of bigints, which JSON.stringify refuses. Undefined for what is no JSON, as JSON.stringify says it.
 *
 * @param indent blanks of a level; default: all in one line
 * @param prefix of a text with bigints
 */
export function printJson(value: unknown, indent?: number, prefix = ''): string {
  // Looking for bigints in every value would cost more than the error does.
  try {
    return JSON.stringify(value, undefined, indent)
  } catch {
    const print = (_name: string, member: unknown) =>
      typeof member === 'bigint' ? JSON.rawJSON(String(member)) : member
    return prefix + JSON.stringify(value, print, indent)
  }
}

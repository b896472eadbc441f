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

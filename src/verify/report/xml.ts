/** An element of XML, for any text: characters that XML cannot have are shown as U+FFFD. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string | readonly string[] = [],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`)
  const start = `<${name}${written.join('')}`
  if (content.length === 0) return `${start}/>`
  const inner = typeof content === 'string' ? escapeText(content) : `\n${content.join('\n')}\n`
  return `${start}>${inner}</${name}>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A carriage return would be read as a line break. */
function escapeText(text: string): string {
  return allowed(text).replace(/[&<>\r]/g, (character) => entities[character] ?? '&#13;')
}

/** White space would be read as blanks. */
function escapeAttribute(text: string): string {
  return allowed(text).replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? `&#${character.charCodeAt(0)};`)
}

function allowed(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
  return text.toWellFormed().replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
}

/** An element of XML. A character that XML cannot have becomes U+FFFD. */
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

/** A parser reads a raw carriage return as a line feed. */
function escapeText(text: string): string {
  return allowed(text).replace(/[&<>\r]/g, (character) => entities[character] ?? '&#13;')
}

/** A parser reads raw white space in an attribute as blanks. */
function escapeAttribute(text: string): string {
  return allowed(text).replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? `&#${character.charCodeAt(0)};`)
}

function allowed(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters
  return text.toWellFormed().replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
}

/** Markup. Only this file creates it, so unescaped text is never taken for markup. */
export class Html {
  readonly #markup: string
  /** The fixed parts of its template, and the values between them: what writes it in another form reads these. */
  readonly parts: readonly string[]
  readonly values: readonly HtmlContent[]
  /** Its text in Markdown, for markup that a library made. */
  readonly markdown: string | undefined

  constructor(parts: readonly string[], values: readonly HtmlContent[], markdown?: string) {
    this.parts = parts
    this.values = values
    this.markdown = markdown
    this.#markup = String.raw({ raw: parts }, ...values.map(render))
  }

  toString(): string {
    return this.#markup
  }
}

/** Values of a template. Text is escaped, markup is not; `undefined` and `false` show nothing. */
export type HtmlContent = Html | string | number | false | undefined | readonly HtmlContent[]

/** A template. Its values are safe as the content of an element and in a quoted attribute. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlContent[]): Html {
  return new Html(parts, values)
}

/**
 * Markup that a library made. The caller vouches for it.
 *
 * @param markdown what it says, in Markdown
 */
export function raw(markup: string, markdown?: string): Html {
  return new Html([markup], [], markdown)
}

export function join(contents: readonly HtmlContent[], separator: HtmlContent): Html {
  const values = contents.flatMap((one, at) => (at === 0 ? [one] : [separator, one]))
  return new Html(Array(values.length + 1).fill(''), values)
}

/** A text between tags: unlike {@link html}, it leaves quotes as they are, so it is not safe in an attribute. */
export function elementText(text: string): Html {
  return new Html([escapeHtml(text, /[&<>]/g)], [], escapeMarkdown(text))
}

/** A text as Markdown shows it. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[[\]\\<>`*_]/g, '\\$&')
}

function render(content: HtmlContent): string {
  if (content === undefined || content === false) return ''
  if (content instanceof Html) return String(content)
  if (typeof content === 'object') return content.map(render).join('')
  return escapeHtml(String(content), /[&<>"'`]/g)
}

/** By the names that readers of the markup know, where a character has one. */
function escapeHtml(text: string, characters: RegExp): string {
  return text
    .toWellFormed()
    .replace(characters, (character) => `&${entityNames[character] ?? `#${character.charCodeAt(0)}`};`)
}

const entityNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }

import { printJson } from './json-text.ts'

/** Markup. Only this file creates it, so unescaped text is never taken for markup. It is written when it is asked for: most pages are written twice. */
export class Html {
  /** The fixed parts of its template, and the values between them: what writes it in another form reads these. */
  readonly parts: readonly string[]
  readonly values: readonly HtmlContent[]
  /** Its text in Markdown, or in code there, where that is written in its own way. */
  readonly markdown: ((isCode: boolean) => string) | undefined
  #markup: string | undefined
  readonly #write: () => string

  constructor(
    parts: readonly string[],
    values: readonly HtmlContent[],
    markdown?: Html['markdown'],
    write?: () => string,
  ) {
    this.parts = parts
    this.values = values
    this.markdown = markdown
    this.#write = write ?? (() => String.raw({ raw: parts }, ...values.map(render)))
  }

  toString(): string {
    this.#markup ??= this.#write()
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
  return new Html([markup], [], markdown === undefined ? undefined : () => markdown)
}

/** What each form writes in its own way. */
export function inEachForm(markup: () => string, markdown: (isCode: boolean) => string): Html {
  return new Html([], [], markdown, markup)
}

/** Data for a script of the page. A browser runs no element of this type. */
export function jsonScript(id: string, data: unknown): Html {
  return html`<script type="application/json" id="${id}">${raw(printJson(data).toWellFormed().replaceAll('<', '\\u003c'))}</script>`
}

export function join(contents: readonly HtmlContent[], separator: HtmlContent): Html {
  const values = contents.flatMap((one, at) => (at === 0 ? [one] : [separator, one]))
  return new Html(Array(values.length + 1).fill(''), values)
}

/** A text between tags: unlike {@link html}, it leaves quotes as they are, so it is not safe in an attribute. */
export function elementText(text: string): Html {
  return inEachForm(
    () => escapeHtml(text, /[&<>]/g),
    (isCode) => (isCode ? text : escapeMarkdown(text)),
  )
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

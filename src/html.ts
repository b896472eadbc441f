/** Markup. Only this file creates it, so unescaped text is never taken for markup. */
export class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

/** Values of a template. Text is escaped, markup is not; `undefined` and `false` show nothing. */
export type HtmlContent = Html | string | number | false | undefined | readonly HtmlContent[]

/** A template. Its values are safe as the content of an element and in a quoted attribute. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlContent[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(render)))
}

/** Markup that a library made. The caller vouches for it. */
export function raw(markup: string): Html {
  return new Html(markup)
}

export function join(contents: readonly HtmlContent[], separator: HtmlContent): Html {
  return new Html(contents.map(render).join(render(separator)))
}

/** A text between tags: unlike {@link html}, it leaves quotes as they are, so it is not safe in an attribute. */
export function elementText(text: string): Html {
  return new Html(text.toWellFormed().replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`))
}

function render(content: HtmlContent): string {
  if (content === undefined || content === false) return ''
  if (content instanceof Html) return String(content)
  if (typeof content === 'object') return content.map(render).join('')
  return String(content)
    .toWellFormed()
    .replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}

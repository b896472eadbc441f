import { elementText, type Html, html } from '../../html.ts'

/** The code of a sample: texts, and parts that a page marks. A list of codes is a code. */
export type Code = string | MarkedCode | readonly Code[]

/** A part that is coloured, or that a script changes: the base URL, or the header, the value or the secret of a credential. */
interface MarkedCode {
  mark: 'string' | 'base' | 'origin' | 'header' | 'value' | 'secret'
  content: Code
}

export function marked(mark: MarkedCode['mark'], content: Code): MarkedCode {
  return { mark, content }
}

/** A template of code. */
export function code(parts: TemplateStringsArray, ...values: readonly Code[]): Code {
  return parts.flatMap((part, at) => [part, values[at] ?? ''])
}

/** A string literal: each text in it is escaped, and its marks stay. */
export function literalOf(content: Code, escapeText: (text: string) => string, quote: string): Code {
  const escaped = (one: Code): Code =>
    typeof one === 'string'
      ? escapeText(one)
      : 'mark' in one
        ? { ...one, content: escaped(one.content) }
        : one.map(escaped)
  return marked('string', [quote, escaped(content), quote])
}

/** What a reader copies. */
export function textOf(content: Code): string {
  if (typeof content === 'string') return content
  return 'mark' in content ? textOf(content.content) : content.map(textOf).join('')
}

export function renderMarks(content: Code): Html {
  if (typeof content === 'string') return elementText(content)
  if (!('mark' in content)) return html`${content.map(renderMarks)}`
  const inner = renderMarks(content.content)
  if (content.mark === 'string') return html`<span class="t-string">${inner}</span>`
  if (content.mark === 'base') return html`<span data-base>${inner}</span>`
  if (content.mark === 'origin') return html`<span data-origin>${inner}</span>`
  return html`<span data-credential="${content.mark}">${inner}</span>`
}

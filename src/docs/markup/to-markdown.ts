import { elementText, escapeMarkdown, Html, type HtmlContent, html, inEachForm } from '../../html.ts'

// A page is one text that is written twice. Here its templates are written as Markdown: the tags of their fixed parts become marks, and
// their values are texts.

/** Characters of private use, which mark the lists around a line, of an item, and of a line break in code. */
const [indent, dedent, item, codeBreak] = ['\uE001', '\uE002', '\uE003', '\uE004']

const marks: Readonly<Record<string, readonly [open: string, close: string]>> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, [`\n\n${'#'.repeat(level)} `, '\n\n']])),
  ...Object.fromEntries(['p', 'div', 'section', 'article', 'table'].map((block) => [block, ['\n\n', '\n\n']])),
  ul: [`\n${indent}`, `${dedent}\n`],
  ol: [`\n${indent}`, `${dedent}\n`],
  li: [`\n${item}`, '\n'],
  dt: [`\n${indent}${item}`, ': '],
  dd: ['', `${dedent}\n`],
  tr: ['\n| ', '\n'],
  th: ['', ' | '],
  td: ['', ' | '],
  br: ['\n', ''],
  strong: ['**', '**'],
}

/** Elements that say nothing to a reader of text. */
const controls = new Set(['form', 'nav', 'button', 'summary', 'svg', 'script', 'select', 'label'])

type Token = string | { value: number } | { code: true } | { link: number } | { end: 'code' | 'link' }

const templates = new WeakMap<readonly string[], Token[]>()

/** The fixed parts of a template as marks, and the places of its values that are no attributes. */
function readTemplate(parts: readonly string[]): Token[] {
  const known = templates.get(parts)
  if (known) return known
  const tokens: Token[] = []
  let tag = ''
  let skipped: string | undefined
  for (const [at, part] of parts.entries()) {
    for (const [piece, text, close = '', open, end] of part.matchAll(/([^<>]+)|<(\/?)([a-z]\w*)|(>)|<!/g)) {
      if (open !== undefined) tag = close + open
      else if (end !== undefined) {
        const name = tag.replace('/', '')
        if (skipped === undefined && controls.has(tag)) skipped = tag
        else if (skipped === undefined) tokens.push(...tokensOf(tag, name))
        else if (tag === `/${skipped}`) skipped = undefined
        tag = ''
      } else if (tag === 'a' && text?.endsWith('href="')) tokens.push({ link: at })
      else if (tag === '' && skipped === undefined && text !== undefined) tokens.push(piece)
    }
    if (tag === '' && skipped === undefined && at < parts.length - 1) tokens.push({ value: at })
  }
  templates.set(parts, tokens)
  return tokens
}

function tokensOf(tag: string, name: string): Token[] {
  if (name === 'code') return [tag === name ? { code: true } : { end: 'code' }]
  if (name === 'a') return tag === name ? [] : [{ end: 'link' }]
  return [marks[name]?.[tag === name ? 0 : 1] ?? '']
}

function write(content: HtmlContent, isCode: boolean): string {
  if (content === undefined || content === false) return ''
  if (typeof content === 'string') return isCode ? content : escapeMarkdown(content)
  if (typeof content === 'number') return String(content)
  if (!(content instanceof Html)) return content.map((one) => write(one, isCode)).join('')
  if (content.markdown !== undefined) return content.markdown(isCode)
  const open: { text: string; target?: string }[] = [{ text: '' }]
  for (const token of readTemplate(content.parts)) {
    const inner = open.at(-1) ?? { text: '' }
    if (typeof token === 'string') inner.text += token
    else if ('value' in token)
      inner.text += write(content.values[token.value], isCode || open.some(({ target }) => target === '`'))
    else if ('code' in token) open.push({ text: '', target: '`' })
    else if ('link' in token) open.push({ text: '', target: String(content.values[token.link]) })
    else if (open.length > 1) {
      const { text, target = '' } = open.pop() ?? { text: '' }
      const around = open.at(-1) ?? { text: '' }
      around.text += token.end === 'code' ? inCode(text) : target === '' ? text : `[${text}](${target})`
    }
  }
  return open.map(({ text }) => text).join('')
}

/** What stands around a content, unless that is empty. */
export function unlessEmpty(content: HtmlContent, around: (content: HtmlContent) => Html): Html {
  return inEachForm(
    () => (String(html`${content}`).trim() === '' ? '' : String(around(content))),
    (isCode) => write(around(content), isCode),
  )
}

function inCode(text: string): string {
  const ticks = ticksAround(text, 1)
  return ticks + (ticks.length > 1 ? ` ${text} ` : text) + ticks
}

/** More backticks than any that stand together in the text. */
function ticksAround(text: string, min: number): string {
  return '`'.repeat(Math.max(min, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))
}

/** A block of code, which `browser/parts/code.ts` colours. Blocks that scroll sideways must be reached with the keyboard. */
export function renderCode(code: string, language: string): Html {
  return inEachForm(
    () => String(html`<pre tabindex="0" data-language="${language}"><code>${elementText(code)}</code></pre>`),
    () => fence(code, language),
  )
}

/** A block of code, whose lines stay as they are. */
function fence(code: string, language: string): string {
  const ticks = ticksAround(code, 3)
  return `\n\n${[ticks + language, code.trimEnd(), ticks].join('\n').replaceAll('\n', codeBreak)}\n\n`
}

/** A text that is Markdown already, in its own place; the headings of a part of a page are text. */
export function prose(text: string, isPart = true): string {
  const shown = isPart ? text.trim().replaceAll(/^#+ /gm, '') : text
  return `\n\n${shown.replaceAll(/[\uE001-\uE004]/g, '').replaceAll('\n', codeBreak)}\n\n`
}

/** The text of a page: one line for a paragraph or an item, items of inner lists indented. */
export function toMarkdown(content: Html): string {
  let depth = 0
  const lines: string[] = []
  for (const line of write(content, false)
    .replaceAll(new RegExp(`${item}\\s+`, 'g'), item)
    .split('\n')) {
    const isItem = line.includes(item)
    const before = depth + line.slice(0, Math.max(0, line.indexOf(item))).split(indent).length - 1
    depth += line.split(indent).length - line.split(dedent).length
    const text = line.replaceAll(/[\uE001-\uE003]/g, '').trim()
    const level = isItem ? Math.max(depth, before) : depth
    if (text === '' && (depth > 0 || lines.at(-1) === '')) continue
    const start = level === 0 ? '' : '  '.repeat(level - 1) + (isItem ? '- ' : '  ')
    lines.push(text === '' ? '' : start + text.replaceAll(codeBreak, `\n${'  '.repeat(level)}`))
  }
  return `${lines.join('\n').trim()}\n`
}

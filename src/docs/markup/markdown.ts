import { posix } from 'node:path'
import MarkdownIt from 'markdown-it'
import { type Html, type HtmlContent, html, join, raw } from '../../html.ts'
import type { PageContext } from '../page.ts'
import { prose, renderCode } from './to-markdown.ts'

const parser = new MarkdownIt({ html: true, linkify: false, typographer: false })
const { renderer } = parser

/** Pages are read as they are, and load nothing: of HTML the text is shown, and a picture is a link. */
renderer.rules.html_block = (tokens, index) =>
  String(html`<p>${textOfHtml((tokens[index]?.content ?? '').trim())}</p>\n`)
renderer.rules.html_inline = (tokens, index) => String(textOfHtml(tokens[index]?.content ?? ''))
renderer.rules.image = (tokens, index) => {
  const { content = '', attrs } = tokens[index] ?? {}
  const address = String(attrs?.find(([name]) => name === 'src')?.[1])
  return String(/^https?:/i.test(address) ? html`<a href="${address}">${content || address}</a>` : html`${content}`)
}

/** Elements whose tags writers of descriptions use; `<name>` stands for a name. */
const elements =
  /<(\/?)(a|abbr|address|applet|article|aside|audio|b|base|big|blockquote|body|br|button|canvas|center|cite|code|dd|del|details|div|dl|dt|em|embed|fieldset|figure|font|footer|form|frame|frameset|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|map|mark|math|meta|nav|object|ol|option|p|picture|pre|q|s|samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video)(?=[\s/>])(?:"[^"]*"|'[^']*'|[^'"<>])*>|<!--.*?(-->|$)/gis
const lineElements = /^(br|p|li|div|tr|h[1-6]|dt|dd|ul|ol|table|blockquote)$/i

function textOfHtml(markup: string): Html {
  const text = markup
    .replaceAll(/<(script|style|template)(?=[\s/>]).*?(<\/\1\s*>|$)/gis, '')
    .replaceAll(elements, (_, isEnd, name) => (isEnd === '' && lineElements.test(name) ? '\n' : ''))
  return join(
    parser.utils
      .unescapeAll(text)
      .replace(/^\n+(?=.)/, '')
      .split(/\n+/),
    html`<br>`,
  )
}

renderer.rules.table_open = (tokens, index) => {
  const before = tokens.slice(0, index)
  const heading = before.findLastIndex(({ type }) => type === 'heading_open')
  // Screen readers list regions by their names, so that each has its own name.
  const number = before.filter(({ type }) => type === 'table_open').length + 1
  const label = `Table ${number}${heading < 0 ? '' : `: ${plain(tokens[heading + 1]?.content ?? '')}`}`
  return String(html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>`)
}
renderer.rules.table_close = () => '</table></div>'
renderer.rules.th_open = () => '<th scope="col">'
// The content security policy of the pages allows no style attributes.
renderer.rules.td_open = (tokens, index) =>
  tokens[index]?.attrGet('style') === 'text-align:right' ? '<td class="number">' : '<td>'

renderer.rules.fence = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {}
  return `${renderCode(content, info.split(' ')[0] ?? '')}\n`
}

/** In code, a line may break at a space and not after a hyphen: `--dry-run` stays in one piece. */
renderer.rules.code_inline = (tokens, index) => {
  const { content = '' } = tokens[index] ?? {}
  return String(html`<code>${content.split(/(\s+)/).map(renderWord)}</code>`)
}

/** A longer word does not fit into a narrow page. */
const maxWhole = 30

function renderWord(word: string): HtmlContent {
  if (word.length > maxWhole) return breakAtSlashes(word)
  return word.includes('-') ? html`<span class="whole">${word}</span>` : word
}

/** A path or an address, which may go on in another line after each of its slashes. */
export function breakAtSlashes(text: string): Html {
  return join(text.split('/'), html`/<wbr>`)
}

renderer.rules.heading_close = (tokens, index) => {
  const { tag = '' } = tokens[index] ?? {}
  const id = tokens[index - 2]?.attrGet('id')
  const anchor =
    tag === 'h1' || typeof id !== 'string'
      ? ''
      : html` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
  return `${anchor}</${tag}>\n`
}

parser.core.ruler.push('heading-ids', ({ tokens, env }) => {
  if (env.file === undefined) return
  const seen = new Map<string, number>()
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return
    const slug = slugOf(tokens[index + 1]?.content ?? '')
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    token.attrSet('id', before === 0 ? slug : `${slug}-${before}`)
  })
})

/** Leaves out the links of a document that lead to no server, and puts its headings below those of the page. */
parser.core.ruler.push('parts-of-a-page', ({ tokens, env }) => {
  if (env.file !== undefined) return
  const levels = tokens.filter(({ type }) => type === 'heading_open').map(({ tag }) => Number(tag[1]))
  for (const one of tokens) {
    const { type, tag, children } = one
    if (type.startsWith('heading_')) one.tag = `h${Math.min(6, Number(tag[1]) - Math.min(...levels) + 2)}`
    const open: boolean[] = []
    for (const token of children ?? []) {
      if (token.type === 'link_open') open.push(!/^(https?|mailto):/i.test(String(token.attrGet('href'))))
      if (token.type === 'link_open') token.hidden = open.at(-1) === true
      if (token.type === 'link_close') token.hidden = open.pop() === true
    }
  }
})

/** IDs of rules and gaps become links, except within links and code. */
renderer.rules.text = (tokens, index, _, env) => {
  const { content = '' } = tokens[index] ?? {}
  const { page, isInLink } = Object(env) as Environment
  return String(html`${isInLink ? content : page.linkIds(content)}`)
}
for (const [rule, isInLink] of [['link_open', true] as const, ['link_close', false] as const])
  renderer.rules[rule] = (tokens, index, options, env, self) => {
    Object.assign(Object(env), { isInLink: isInLink && tokens[index]?.hidden !== true })
    return self.renderToken(tokens, index, options)
  }

/** What the rules of the parser know of the page that a text stands on. */
interface Environment {
  page: PageContext
  /** The file of the repository that the text is; undefined for a text of a document. */
  file?: string
  isInLink?: boolean
}

/** A longer text is cut at the end of a paragraph: its page links the whole. */
const maxText = 60_000

/** A text of a document. Its links lead to other servers: a relative link has lost its base. */
export function renderMarkdown(text: string, page: PageContext): Html {
  let shown = text
  if (page.form === 'texts') return raw('', prose(text))
  for (let max = Math.min(maxText, page.room); ; max /= 2) {
    if (shown.length > max) {
      page.isCut = true
      shown = shown.slice(0, Math.max(0, shown.lastIndexOf('\n\n', max)))
    }
    const fitting = page.fit(raw(parser.render(shown, { page })))
    if (fitting || max < 1) return fitting ?? html``
  }
}

/** A Markdown file of this repository. Its links lead to pages; a link to a file without a page becomes the name of the file. */
export function renderFile(text: string, file: string, page: PageContext): Html {
  return page.form === 'texts' ? raw('', prose(text, false)) : raw(parser.render(text, { page, file }))
}

/** One line of Markdown, without a paragraph around it. */
export function renderInline(text: string, page: PageContext): Html {
  // Most descriptions are plain sentences, and a large document has 100,000 of them.
  if (!/[\\`*_[\]<>&!~\n]/.test(text)) return html`${page.linkIds(text)}`
  if (page.form === 'texts') return raw('', prose(text))
  return raw(parser.renderInline(text.slice(0, maxText), { page }))
}

export interface Section {
  id: string
  title: string
  text: string
}

/** A text split at its headings of the first and second order, for the search and for lists of contents. */
export function sectionsOf(text: string): Section[] {
  const sections: Section[] = []
  const tokens = parser.parse(text, { file: '' })
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open' && token.tag <= 'h2') {
      sections.push({ id: String(token.attrGet('id') ?? ''), title: plain(tokens[index + 1]?.content ?? ''), text: '' })
    } else if ((token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') || token.type === 'fence') {
      const section = sections.at(-1)
      if (section) section.text += `${plain(token.content)}\n`
    }
  })
  return sections
}

/** The first sentence after the notice, if there is a notice. */
export function firstSentence(text: string): string {
  const paragraph = text.split(/\n\s*\n/).find((part) => !part.startsWith('>')) ?? ''
  return /^.*?[.](?=\s|$)/s.exec(paragraph)?.[0].replaceAll('\n', ' ') ?? paragraph
}

/** The block quote that a description begins with: `> **Retired.** …`. */
export function noticeOf(text: string): string | undefined {
  return /^((?:>.*\n?)+)/.exec(text)?.[1]?.replace(/^> ?/gm, '')
}

function plain(text: string): string {
  return text
    .replace(/`([^`]*)`/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
}

/** Points the links of a file at pages of the site. */
parser.core.ruler.push('links-of-a-file', ({ tokens, env, Token }) => {
  const { page, file } = env as Partial<Environment>
  if (!page || file === undefined) return
  for (const one of tokens) {
    one.children = (one.children ?? []).flatMap((token, index, all) => {
      if (token.type === 'link_close' && token.meta?.name) return [token, ...(token.meta.name as (typeof token)[])]
      const href = String(token.attrGet('href'))
      if (token.type !== 'link_open' || /^(https?:|#)/.test(href)) return [token]
      const [path = '', fragment] = href.split('#')
      const target = posix.normalize(posix.join(posix.dirname(file), path))
      const known = page.pageOf(target)
      if (known !== undefined) token.attrSet('href', page.to(`${known}${fragment ? `#${fragment}` : ''}`))
      else {
        const close = all.slice(index).find(({ type }) => type === 'link_close')
        token.hidden = true
        if (close) Object.assign(close, { hidden: true, meta: { name: nameOf(target, all[index + 1]?.content ?? '') } })
      }
      return [token]
    })
  }

  function nameOf(target: string, text: string) {
    if (text.includes(target)) return []
    const [before, name, after] = ['text', 'code_inline', 'text'].map((type) => new Token(type, '', 0))
    return [
      Object.assign(before as object, { content: ' (' }),
      Object.assign(name as object, { content: target }),
      Object.assign(after as object, { content: ')' }),
    ]
  }
})

/** A fragment of an address: letters, digits and hyphens. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

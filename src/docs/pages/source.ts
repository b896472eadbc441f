import { createSectionFinder } from '../../contract/source-text.ts'
import { type Html, html } from '../../html.ts'
import type { Source } from '../data/system.ts'
import { renderPage } from '../layout.ts'
import type { Page } from '../page.ts'

/** Lines on one page: a document may have 50,000. */
const linesPerPage = 1000

/** The pages of a source document whose text is in the repository: its lines, each with an address. */
export function sourcePages({ name, title = name, file, text }: Source): Page[] {
  if (text === undefined) return []
  const lines = text.replace(/\n$/, '').split('\n')
  const count = Math.ceil(lines.length / linesPerPage)
  return Array.from({ length: count }, (_, index) => {
    const [first, last] = [index * linesPerPage + 1, Math.min((index + 1) * linesPerPage, lines.length)]
    const other = (page: number, word: string) =>
      page >= 0 &&
      page < count &&
      html` <a href="docs:${pathOf(name, page)}" rel="${word}">${word === 'prev' ? 'Previous' : 'Next'} lines</a>`
    const path = pathOf(name, index)
    const range = `Lines ${first} to ${last} of ${lines.length}`
    return {
      path,
      render: () =>
        renderPage({
          path,
          title: index === 0 ? title : `${title}, from line ${first}`,
          description: `${range} of ${title}, a source of rules.`,
          body: html`<h1>${title}</h1>
<p class="lead"><code>${file}</code>, a source of rules. ${range}.${other(index - 1, 'prev')}${other(index + 1, 'next')}</p>
<pre class="lines">${lines.slice(first - 1, last).map((line, at) => renderLine(first + at, line))}</pre>`,
        }),
    }
  })
}

function renderLine(number: number, line: string): Html {
  return html`<span id="L${number}"><a href="#L${number}">${number}</a> ${line}</span>\n`
}

/** Where the pages show what a rule cites: the first of its lines, or its section. Undefined for a text that is elsewhere. */
export function createSourceLinks(
  sources: Iterable<Source>,
): (cited: { document: string; section: string; lines?: string }) => string | undefined {
  const links = new Map([...sources].map((source) => [source.name, linkInto(source)]))
  return ({ document, section, lines }) => links.get(document)?.(section, lines)
}

function linkInto({ name, file, text }: Source): (section: string, lines?: string) => string | undefined {
  if (file === undefined || text === undefined) return () => undefined
  // A long document takes a second to read, and most pages do not need it.
  let lineOf: ReturnType<typeof createSectionFinder> | undefined
  return (section, lines) => {
    lineOf ??= createSectionFinder(file, text)
    const line = lines === undefined ? lineOf(section) : Number.parseInt(lines, 10)
    return line === undefined ? undefined : `${pathOf(name, Math.floor((line - 1) / linesPerPage))}#L${line}`
  }
}

function pathOf(name: string, page: number): string {
  return `sources/${name}/${page === 0 ? '' : `${page + 1}/`}`
}

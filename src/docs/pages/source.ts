import { createSectionFinder } from '../../contract/source-text.ts'
import { type Html, html } from '../../html.ts'
import type { Source } from '../data/system.ts'
import { renderPage } from '../layout.ts'
import type { Page, PageContext } from '../page.ts'

/** The page of a source document whose text is in the repository: its lines, each with an address. */
export function sourcePages({ name, title = name, file, text }: Source): Page[] {
  if (text === undefined) return []
  const path = `sources/${name}/`
  const render = (page: PageContext) =>
    renderPage(page, {
      title,
      description: `The text of ${title}, a source of rules.`,
      body: html`<h1>${title}</h1>
<p class="lead"><code>${file}</code>, a source of rules.</p>
<pre class="lines">${text
        .replace(/\n$/, '')
        .split('\n')
        .map((line, at) => renderLine(at + 1, line))}</pre>`,
    })
  return [{ path, render }]
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
    return line === undefined ? undefined : `sources/${name}/#L${line}`
  }
}

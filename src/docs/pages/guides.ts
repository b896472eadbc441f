import { type Html, html, join } from '../../html.ts'
import { renderPage } from '../layout.ts'
import { linkPages, renderInline, renderMarkdown, sectionsOf } from '../markdown.ts'
import type { LinkIds } from '../rule-links.ts'
import type { Guide, SiteData, System } from '../site-data.ts'

export function guidesPage({ guides }: SiteData): string {
  const top = guides.filter(({ path }) => path.split('/').length === 3)
  return renderPage({
    path: 'guides/',
    title: 'Guides',
    body: html`<h1>Guides</h1>
<p class="lead">A test runs every command of these guides and compares its output.</p>
<ul class="cards">${top.map((guide) => card(guide, guides))}</ul>`,
  })
}

export function guidePage(guide: Guide, site: SiteData, linkIds: LinkIds): string {
  const system = site.systems.find(
    (one) => guide.path === one.clientGuide || (one.guide !== undefined && guide.path.startsWith(one.guide)),
  )
  return markdownPage({ ...guide, aside: contentsOf(guide.text) }, site, linkIds, system)
}

export function changelogPage(site: SiteData, linkIds: LinkIds): string {
  const page = { file: 'CHANGELOG.md', path: 'changelog/', title: 'Changelog', text: site.changelog }
  return markdownPage(page, site, linkIds, undefined)
}

function markdownPage(
  { file, path, title, text, aside }: Guide & { aside?: Html | undefined },
  { guides }: SiteData,
  linkIds: LinkIds,
  system: System | undefined,
): string {
  const pages = new Map(guides.map((guide) => [guide.file, guide.path]))
  const body = linkIds(linkPages(renderMarkdown(text), file, pages))
  return renderPage({
    path,
    title,
    aside,
    ...(system ? { system } : {}),
    body: html`<article class="prose">${body}</article>`,
  })
}

function card({ path, title, text }: Guide, guides: readonly Guide[]): Html {
  const parts = guides
    .filter((guide) => guide.path !== path && guide.path.startsWith(path))
    .map((part) => html`<a href="docs:${part.path}">${renderInline(part.title.split(':')[0] ?? part.title)}</a>`)
  const [name = title, tail] = title.split(': ')
  const headings = sectionsOf(text)
    .slice(1, 5)
    .map((section) => section.title)
  const about = tail ? tail.charAt(0).toUpperCase() + tail.slice(1) : headings.join(' · ')
  return html`<li><a href="docs:${path}">${name}</a> ${about}${parts.length > 0 && html`<span class="parts">${join(parts, ' ')}</span>`}</li>\n`
}

function contentsOf(text: string): Html | undefined {
  const sections = sectionsOf(text).slice(1)
  if (sections.length < 3) return undefined
  const items = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)
  return html`<nav aria-label="On this page"><p>On this page</p><ul>${items}</ul></nav>`
}

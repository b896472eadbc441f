import { escapeHtml } from '../html.ts'
import { renderPage } from '../layout.ts'
import { linkPages, renderInline, renderMarkdown, sectionsOf } from '../markdown.ts'
import type { LinkIds } from '../rule-links.ts'
import type { Guide, SiteData, System } from '../site-data.ts'

export function guidesPage({ guides }: SiteData): string {
  const top = guides.filter(({ path }) => path.split('/').length === 3)
  return renderPage({
    path: 'guides/',
    title: 'Guides',
    body: `<h1>Guides</h1>
<p class="lead">Every command that they show is run by a test, which compares what it prints.</p>
<ul class="cards">${top.map((guide) => card(guide, guides)).join('\n')}</ul>`,
  })
}

export function guidePage(guide: Guide, site: SiteData, linkIds: LinkIds): string {
  const system = site.systems.find(
    (one) => guide.path === one.clientGuide || (one.guide !== undefined && guide.path.startsWith(one.guide)),
  )
  return markdownPage({ ...guide, aside: contentsOf(guide.text) }, site, linkIds, system)
}

export function changelogPage(site: SiteData, linkIds: LinkIds): string {
  const page = { file: 'CHANGELOG.md', path: 'changelog/', title: 'Changelog', text: site.changelog, aside: '' }
  return markdownPage(page, site, linkIds, undefined)
}

function markdownPage(
  { file, path, title, text, aside }: Guide & { aside: string },
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
    body: `<article class="prose">${body}</article>`,
  })
}

function card({ path, title, text }: Guide, guides: readonly Guide[]): string {
  const parts = guides.filter((guide) => guide.path !== path && guide.path.startsWith(path))
  const links = parts.map(
    (part) => `<a href="docs:${part.path}">${renderInline(part.title.split(':')[0] ?? part.title)}</a>`,
  )
  const [name = title, tail] = title.split(': ')
  const about = tail && tail.charAt(0).toUpperCase() + tail.slice(1)
  return `<li><a href="docs:${path}">${escapeHtml(name)}</a> ${escapeHtml(
    about ??
      sectionsOf(text)
        .slice(1, 5)
        .map((section) => section.title)
        .join(' · '),
  )}${links.length === 0 ? '' : `<span class="parts">${links.join(' ')}</span>`}</li>`
}

function contentsOf(text: string): string {
  const sections = sectionsOf(text).slice(1)
  if (sections.length < 3) return ''
  const items = sections.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`)
  return `<nav aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`
}

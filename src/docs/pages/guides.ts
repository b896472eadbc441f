import { type Html, type HtmlContent, html } from '../../html.ts'
import { readHome } from '../../workspace/repository.ts'
import type { Guide, SiteData } from '../data/system.ts'
import { type Frame, renderPage } from '../layout.ts'
import { renderFile, renderInline, sectionsOf } from '../markup/markdown.ts'
import type { PageContext } from '../page.ts'

interface GuideGroup {
  task: string
  guides: Guide[]
}

/** Guides by what a reader wants to do. A guide that no task claims stands at the end. */
function groupGuides({ guides, systems }: SiteData): GuideGroup[] {
  const ofSystems = new Set(systems.map(({ guide }) => guide))
  const tasks: [task: string, claims: (path: string) => boolean][] = [
    ['Run and steer the mock', (path) => /^guides\/(install|control-plane|command-line|many-machines)\//.test(path)],
    [
      'Test an app, check a server',
      (path) => /^guides\/(testing|verify|validate|breaking-changes|your-own-contracts)\//.test(path),
    ],
    ['Call a system with a client', (path) => /^guides\/(clients|your-own-client|other-languages)\//.test(path)],
    ['Read request parameters', (path) => path.startsWith('guides/request-params/')],
    ['Upgrade a key-value cluster', (path) => path === 'guides/kv-upgrade/'],
    ['Call a system with curl', (path) => ofSystems.has(path)],
    ['More', () => true],
  ]
  const groups = Map.groupBy(guides, ({ path }) => tasks.find(([, claims]) => claims(path))?.[0] ?? '')
  return tasks.flatMap(([task]) => {
    const members = groups.get(task) ?? []
    // The introduction of a folder comes before its other pages.
    members.sort((one, other) => one.path.split('/').length - other.path.split('/').length)
    return members.length === 0 ? [] : [{ task, guides: members }]
  })
}

export function guidesPage(site: SiteData, page: PageContext): string {
  return renderPage(page, {
    title: 'Guides',
    description: 'All guides by task: run the mock, test an app, check a server, call a system.',
    rail: guidesRail(site, page),
    body: html`<h1>Guides</h1>
<p class="lead">A test runs each command whose output these guides show, and compares the output.</p>
${renderGuideIndex(site, 'h2', page)}`,
  })
}

/** All guides under the task that they help with. */
export function renderGuideIndex(site: SiteData, level: 'h2' | 'h3', page: PageContext): Html {
  const heading = (task: string) => (level === 'h2' ? html`<h2>${task}</h2>` : html`<h3>${task}</h3>`)
  return html`<div class="tasks">${groupGuides(site).map(
    ({
      task,
      guides,
    }) => html`<section>${heading(task)}<ul>${guides.map(({ path, title }) => html`<li><a href="${page.to(path)}">${renderInline(title, page)}</a></li>`)}</ul></section>
`,
  )}</div>`
}

function guidesRail(site: SiteData, page: PageContext): Html {
  const groups = groupGuides(site).map(
    ({ task, guides }) =>
      html`<li><span class="rail-group">${task}</span><ul>${guides.map(
        ({ path, title }) =>
          html`<li><a href="${page.to(path)}"${path === page.path && html` aria-current="page"`}>${renderInline(shortTitle(title), page)}</a></li>`,
      )}</ul></li>\n`,
  )
  return html`<p class="rail-title"><a href="${page.to('guides/')}">Guides</a></p><ul class="rail-operations">${groups}</ul>`
}

function shortTitle(title: string): string {
  return title.split(/: | – /)[0] ?? title
}

export function guidePage(guide: Guide, site: SiteData, page: PageContext): string {
  const [, ...sections] = sectionsOf(guide.text)
  return markdownPage(guide, page, {
    rail: guidesRail(site, page),
    description:
      sections.length > 0
        ? sections
            .map(({ title }) => title)
            .join(' · ')
            .slice(0, 160)
        : guide.title,
    after: home && html`<p class="edit"><a href="${home}/blob/main/${guide.file}">Edit this page</a></p>`,
  })
}

export function changelogPage({ changelog }: SiteData, page: PageContext): string {
  // Without the form of the entries, which editors of the file need, and without the brackets that name a release there.
  const releases = changelog.slice(changelog.search(/^## /m)).replaceAll(/^## \[([^\]]*)\]/gm, '## $1')
  const description = 'The changes of each interface on the wire, and those of the package and its commands.'
  const text = `# Changelog\n\n${description}\n\n${releases}`
  return markdownPage({ file: 'CHANGELOG.md', path: 'changelog/', title: 'Changelog', text }, page, { description })
}

const home = readHome()

interface Around extends Pick<Frame, 'description' | 'rail'> {
  after?: HtmlContent
}

/** A Markdown file as a page, with its headings in the right column. */
function markdownPage({ file, title, text }: Guide, page: PageContext, { rail, description, after }: Around): string {
  return renderPage(page, {
    title,
    description,
    rail,
    side: contentsOf(text),
    body: html`<article class="prose">${renderFile(text, file, page)}</article>${after}`,
  })
}

function contentsOf(text: string): Html | undefined {
  const sections = sectionsOf(text).slice(1)
  if (sections.length < 3) return undefined
  const items = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)
  return html`<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items}</ul></nav>`
}

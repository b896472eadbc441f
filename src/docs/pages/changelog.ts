import { type Html, html } from '../../html.ts'
import { type Changes, changesOf } from '../data/changelog.ts'
import type { SiteData, System } from '../data/system.ts'
import { renderPage } from '../layout.ts'
import { renderMarkdown, slugOf } from '../markup/markdown.ts'
import type { LinkIds } from '../markup/rule-links.ts'
import { markdownPage } from './guides.ts'

export function changelogPage(site: SiteData, linkIds: LinkIds): string {
  // Without the form of the entries, which editors of the file need, and without the brackets that name a release there.
  const releases = site.changelog.slice(site.changelog.search(/^## /m)).replaceAll(/^## \[([^\]]*)\]/gm, '## $1')
  const text = `# Changelog\n\n${description}\n\n${releases}`
  const page = { file: 'CHANGELOG.md', path: 'changelog/', title: 'Changelog', text }
  const links = site.systems
    .filter(({ name }) => changesOf(site.changelog, name).length > 0)
    .map(({ name, title }) => html`<li><a href="docs:${name}/changelog/">${title}</a></li>`)
  return markdownPage(page, site, linkIds, {
    rail: html`<p class="rail-title">By system</p><ul>${links}</ul>`,
    description,
  })
}

const description = 'The changes of each interface on the wire, and those of the package and its commands.'

/** The changes of one system: release by release, what breaks callers first. */
export function systemChangelogPage(system: System, { changelog }: SiteData, linkIds: LinkIds): string {
  const releases = changesOf(changelog, system.name)
  const { name, title } = system
  return renderPage({
    path: `${name}/changelog/`,
    title: `Changelog of ${title}`,
    description: `What has changed on the wire of ${title}, release by release, with the rules behind each change.`,
    system,
    body: html`<h1>Changelog <span class="quiet">${title}</span></h1>
${releases.length > 1 && html`<nav aria-label="Releases" class="releases">${releases.map(({ release }) => html`<a href="#${slugOf(release)}">${release}</a> `)}</nav>`}
${releases.map((changes) => renderRelease(changes, linkIds))}`,
  })
}

const order = ['Removed', 'Changed', 'Deprecated', 'Added', 'Fixed']

function renderRelease({ release, text }: Changes, linkIds: LinkIds): Html {
  const entries = text.split(/^- /m).flatMap((entry) => {
    const [, kind, rest] = /^\*\*(\w+)\*\*: (.*)$/s.exec(entry.trim()) ?? []
    return kind && rest ? [{ kind, rest }] : []
  })
  const groups = [...Map.groupBy(entries, ({ kind }) => kind)].sort(
    ([one], [other]) => order.indexOf(one) - order.indexOf(other),
  )
  const id = slugOf(release)
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${release}</h2>
${groups.map(
  ([kind, members]) => html`<h3>${kind}</h3>
${linkIds(renderMarkdown(members.map(({ rest }) => `- ${rest.charAt(0).toUpperCase()}${rest.slice(1)}`).join('\n')))}`,
)}</section>
`
}

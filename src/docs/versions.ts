import { readFileSync } from 'node:fs'
import { type Html, html } from '../html.ts'
import { rootUrl } from '../workspace/root.ts'

/** The version of the package that makes the pages: `0.1.0`. */
export const packageVersion: string = JSON.parse(readFileSync(new URL('package.json', rootUrl), 'utf8')).version

/** The place of the version switch in a page. A release fills it in the pages of all versions that it keeps. */
export const noVersions = '<!-- versions --><!-- end of versions -->'

/** A version switch, or the place of one. */
export const versionsPlace: RegExp = /<!-- versions -->.*?<!-- end of versions -->/s

export interface VersionLink {
  /** `v0.2.0` */
  name: string
  href: string
  isCurrent: boolean
  isLatest: boolean
}

/** Links, which work without JavaScript and from a disk. */
export function renderVersions(links: readonly VersionLink[]): Html {
  const current = links.find(({ isCurrent }) => isCurrent)
  const label = ({ name, isLatest }: VersionLink) => `${name}${isLatest ? ' (latest)' : ''}`
  return html`<details class="versions"><summary><span class="hidden-label">Version </span>${current && label(current)}</summary>
<ul>${links.map((link) => html`<li><a href="${link.href}"${link.isCurrent && html` aria-current="true"`}>${label(link)}</a></li>`)}</ul></details>`
}

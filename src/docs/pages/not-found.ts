import leven from 'leven'
import { html } from '../../html.ts'
import { renderPage } from '../layout.ts'
import type { PageContext } from '../page.ts'

const maxSuggestions = 5

/** The page that answers an unknown path. It lists the pages with the nearest paths. */
export function notFoundPage(page: PageContext, paths: readonly string[]): string {
  const { path } = page
  const missing = path.toLowerCase().slice(0, 200).replace(/\/$/, '')
  const segments = missing.split('/')
  const nearest = paths
    .filter((one) => one !== '')
    .map((one) => ({ one, shared: countShared(segments, one), far: leven(missing, one.toLowerCase().slice(0, -1)) }))
    .sort((one, other) => other.shared - one.shared || one.far - other.far)
    .slice(0, maxSuggestions)
  return renderPage(page, {
    title: 'No such page',
    description: 'There is no page at this address.',
    body: html`<h1>There is no page at <code>/docs/${path}</code></h1>
<p>The nearest pages are:</p>
<ul>${nearest.map(({ one }) => html`<li><a href="${page.to(one)}"><code>/docs/${one}</code></a></li>`)}</ul>
<p>Or start from <a href="${page.to('')}">the list of all systems</a>, or press <kbd>/</kbd> to search.</p>`,
  })
}

/** How many segments of an unknown path a page has as well, perhaps in another place, or spelled a little differently. */
function countShared(segments: readonly string[], page: string): number {
  const own = page.toLowerCase().split('/')
  return segments.filter((segment) => own.some((part) => part !== '' && leven(part, segment) <= segment.length / 5))
    .length
}

import type { SiteData } from './data/system.ts'
import type { LinkForm } from './page.ts'
import { isPage, listPages } from './site.ts'

export function idsOf(html: string): string[] {
  return [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)
}

/** All pages of a site, or all files of text, by path. */
export async function renderSite(
  site: SiteData,
  { form = 'folders', all = false }: { form?: LinkForm; all?: boolean } = {},
) {
  const pages = new Map<string, string>()
  for (const { path, render } of listPages(site, form)) if (isPage(path) || all) pages.set(path, String(await render()))
  return pages
}

/**
 * Links that lead to no file, or to no place on their page.
 *
 * @param pages HTML by path, as a server has it
 * @param files paths of everything that a link may lead to
 */
export function brokenLinks(pages: ReadonlyMap<string, string>, files: ReadonlySet<string>): string[] {
  const ids = new Map([...pages].map(([path, html]) => [path, new Set(idsOf(html))]))
  const broken = [...pages].flatMap(([from, html]) => {
    if (!isPage(from)) return []
    return [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].flatMap(([, link = '']) => {
      const { origin, pathname, hash } = new URL(link, `http://site.example/${from}`)
      const path = decodeURIComponent(pathname.slice(1))
      const fragment = decodeURIComponent(hash.slice(1))
      const isRight = files.has(path) && (fragment === '' || !isPage(path) || ids.get(path)?.has(fragment))
      return origin !== 'http://site.example' || isRight ? [] : `${from} → ${path}#${fragment}`
    })
  })
  return [...new Set(broken)]
}

import { internalLinks } from './page.ts'
import { isPage } from './site.ts'

export function idsOf(html: string): string[] {
  return [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)
}

/**
 * Links that lead to no file, or to no place on their page.
 *
 * @param pages HTML by path
 * @param files paths of everything that a link may lead to
 */
export function brokenLinks(pages: ReadonlyMap<string, string>, files: ReadonlySet<string>): string[] {
  const ids = new Map([...pages].map(([path, html]) => [path, new Set(idsOf(html))]))
  const broken = [...pages].flatMap(([from, html]) => {
    if (!isPage(from)) return []
    const within = [...html.matchAll(/href="#([^"]*)"/g)].map(([, fragment = '']) => ({
      path: from,
      fragment: decodeURIComponent(fragment),
    }))
    return [...internalLinks(html), ...within]
      .filter(({ path, fragment }) => !files.has(path) || (fragment && isPage(path) && !ids.get(path)?.has(fragment)))
      .map(({ path, fragment }) => `${from} → ${path}#${fragment}`)
  })
  return [...new Set(broken)]
}

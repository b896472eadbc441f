import { beforeAll, describe, expect, it } from 'vitest'
import { internalLinks } from './page.ts'
import { drawPages } from './site.ts'
import { loadSiteData, type SiteData } from './site-data.ts'

/** Redoc makes its page by itself, and is tried in a browser. */
const isOurs = (path: string) => (path === '' || path.endsWith('/')) && !path.endsWith('/reference/')

let library: SiteData
const pages = new Map<string, string>()

beforeAll(async () => {
  library = await loadSiteData()
  for (const { path, render } of drawPages(library, 'folders'))
    if (isOurs(path)) pages.set(path, String(await render()))
})

const idsOf = (html: string) => [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)

describe('the site', () => {
  it('has no link that leads nowhere', () => {
    const files = new Set(drawPages(library, 'folders').map(({ path }) => path))
    const ids = new Map([...pages].map(([path, html]) => [path, new Set(idsOf(html))]))
    const broken = [...pages].flatMap(([from, html]) => {
      const within = [...html.matchAll(/href="#([^"]*)"/g)].map(([, fragment = '']) => ({ path: from, fragment }))
      return [...internalLinks(html), ...within]
        .filter(({ path, fragment }) => {
          if (!files.has(path)) return true
          // The console and Redoc read their fragments themselves.
          return fragment !== '' && path !== 'console/' && isOurs(path) && !ids.get(path)?.has(fragment)
        })
        .map(({ path, fragment }) => `${from} → ${path}#${fragment}`)
    })
    expect([...new Set(broken)]).toEqual([])
  })

  it('has no inline style and no event handler, which the content security policy would block', () => {
    const blocked = [...pages].flatMap(([path, html]) =>
      [...html.matchAll(/<[a-z][^<>]*\s(?:style|on[a-z]+)=|<style/g)].map(([tag]) => `${path}: ${tag}`),
    )
    expect(blocked).toEqual([])
  })

  it('gives each place on a page an address of its own, and each page one heading of the first order', () => {
    for (const [path, html] of pages) {
      const ids = idsOf(html.replace(/<svg.*?<\/svg>/gs, ''))
      expect(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        path,
      ).toEqual([])
      expect(html.match(/<h1/g), path).toHaveLength(1)
    }
  })

  it('shows every rule and gap of every catalogue, with its source and its check', () => {
    for (const { name, catalogue } of library.systems) {
      const page = pages.get(`${name}/rules/`) ?? ''
      expect(idsOf(page)).toEqual(expect.arrayContaining([...catalogue.rules, ...catalogue.gaps].map(({ id }) => id)))
    }
    const [, rule = ''] = /<article[^>]*id="ORD-060"(.*?)<\/article>/s.exec(pages.get('orders/rules/') ?? '') ?? []
    expect(rule).toContain('data-kind="behaviour"')
    expect(rule).toContain('href="docs:orders/#operation/updateOrder"')
    expect(rule).toContain('--only ORD-060')
    expect(rule).toContain('<dt>Source</dt><dd>States and transitions')
  })

  it('shows every operation with its rules, and every schema', () => {
    for (const { name, contract } of library.systems) {
      if (!contract) continue
      const ids = idsOf(pages.get(`${name}/`) ?? '')
      for (const operation of contract.operations.keys()) expect(ids).toContain(`operation/${operation}`)
      const { schemas = {} } = contract.document.components as { schemas?: object }
      for (const schema of Object.keys(schemas)) expect(ids).toContain(`schema/${schema}`)
    }
  })

  it('says on the home page what nobody may overlook: APD-003 the retirement of app distribution', () => {
    const home = pages.get('') ?? ''
    expect(home).toContain('31 March 2025')
    expect(home.indexOf('31 March 2025')).toBeLessThan(home.indexOf('<table>'))
  })

  it('loads nothing from elsewhere', () => {
    for (const [path, html] of pages) expect(html, path).not.toMatch(/<(script|link|img)[^>]+(src|href)="https?:/)
  })
})

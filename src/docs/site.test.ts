import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundled } from '../workspace/bundled.ts'
import { brokenLinks, idsOf, renderSite } from './broken-links.fixture.ts'
import { loadSiteData } from './data/site-data.ts'
import type { SiteData } from './data/system.ts'
import { quickStart } from './pages/home.ts'
import { writeSamples } from './samples/samples.ts'
import { createSearchData } from './search/records.ts'
import { drawPages, listPages } from './site.ts'

let site: SiteData
let pages: Map<string, string>

beforeAll(async () => {
  site = await loadSiteData({ workspace: bundled })
  pages = await renderSite(site)
})

describe('the site', () => {
  it('the site has no broken link', () => {
    const files = new Set(listPages(site, 'folders').map(({ path }) => path))
    expect(brokenLinks(pages, files)).toEqual([])
  })

  it('starts the image with the commands that the Dockerfile names', () => {
    const [, commands = ''] = /^# .*?: (npm run .*)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? []
    const image = quickStart.find(({ id }) => id === 'image')?.code
    for (const command of commands.split(' && ')) expect(image).toContain(command)
  })

  it('the site has no inline style and no event handler, which the content security policy would block', () => {
    const blocked = [...pages].flatMap(([path, html]) =>
      [...html.matchAll(/<[a-z][^<>]*\s(?:style|on[a-z]+)=|<style/g)].map(([tag]) => `${path}: ${tag}`),
    )
    expect(blocked).toEqual([])
  })

  it('gives each place on a page its own address, and each page one heading of the first level', () => {
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
    for (const { name, catalogue } of site.systems) {
      const page = pages.get(`${name}/rules/`) ?? ''
      expect(idsOf(page)).toEqual(expect.arrayContaining([...catalogue.rules, ...catalogue.gaps].map(({ id }) => id)))
    }
    const [, rule = ''] = /<article[^>]*id="ORD-060"(.*?)<\/article>/s.exec(pages.get('orders/rules/') ?? '') ?? []
    expect(rule).toContain('data-kind="behaviour"')
    expect(rule).toContain('href="../operations/updateOrder/"')
    expect(rule).toMatch(/--only<\/span> <span[^>]*>ORD-060</)
    expect(rule).toMatch(/<dt>Source<\/dt><dd><cite>Order, Token, [^<]*<\/cite>, States and transitions.*, lines? \d/)
  })

  it('the site has a page for every operation, with its parameters, answers, rules, samples and a form', () => {
    for (const { name, contract } of site.systems) {
      for (const { id, parameters, responses } of contract?.operations.values() ?? []) {
        const page = pages.get(`${name}/operations/${id}/`) ?? ''
        const ids = idsOf(page)
        for (const parameter of parameters) expect(ids).toContain(`${parameter.in}/${parameter.name}`)
        for (const status of responses.keys()) expect(ids).toContain(`answer/${status}`)
        expect(ids).toEqual(expect.arrayContaining(['language/curl', 'call-data']))
        const [, data = ''] = /<script type="application\/json" id="call-data">(.*?)<\/script>/s.exec(page) ?? []
        const languages = writeSamples(JSON.parse(data)).map((sample) => sample.id)
        expect(languages).toEqual(['curl', 'fetch', 'client', 'python', 'go'])
      }
    }
    const update = pages.get('orders/operations/updateOrder/') ?? ''
    expect(update).toMatch(/title="[^"]*authorized[^"]*">ORD-060<\/a>/i)
  })

  it('says on the home page what nobody may overlook: APD-003 the retirement of app distribution', () => {
    const home = pages.get('') ?? ''
    expect(home).toContain('31 March 2025')
    expect(pages.get('app-distribution/')).toContain('31 March 2025')
  })

  it('describes each page, and gives the search an entry whose address exists', () => {
    const files = new Set(drawPages(site, 'folders').map(({ path }) => path))
    for (const [path, page] of pages) expect(page, path).toMatch(/<meta name="description" content="[^"]{10,}">/)
    const broken = createSearchData(site).entries.filter(({ path }) => {
      const [file = '', fragment] = path.split('#')
      return !files.has(file) || (fragment !== undefined && !idsOf(pages.get(file) ?? '').includes(fragment))
    })
    expect(broken.map(({ path }) => path)).toEqual([])
  })

  it('the site has both versions of each document in both forms, and a list of them for programs', async () => {
    const files = new Map(listPages(site, 'folders').map(({ path, render }) => [path, render]))
    const json = JSON.parse(String(await files.get('orders/openapi-3.0.json')?.()))
    expect([json.openapi, json.info.title]).toEqual(['3.0.3', 'Order API'])
    expect(String(await files.get('orders/openapi.yaml')?.())).toContain('openapi: 3.1')
    const index = String(await files.get('llms.txt')?.())
    expect(index.split('\n').slice(2, 6).join('\n')).toMatch(
      /^## Your own OpenAPI document\n\n.*your-own-cl.*\n.*your-own-contracts/,
    )
    for (const [, link = ''] of index.matchAll(/\]\(([^)]*)\)/g)) expect([...files.keys()]).toContain(link)
    for (const path of ['orders.md', 'orders/operations/updateOrder.md', 'orders/schemas.md']) {
      const links = String(await files.get(path)?.()).matchAll(/\]\((\.[^)]*)\)/g)
      const targets = Array.from(links, ([, link = '']) => posix.join(posix.dirname(path), link))
      expect(targets.length).toBeGreaterThan(2)
      expect(targets.filter((target) => !files.has(target))).toEqual([])
    }
  })

  it('loads nothing from elsewhere', () => {
    for (const [path, html] of pages) expect(html, path).not.toMatch(/<(script|link|img)[^>]+(src|href)="https?:/)
  })
})

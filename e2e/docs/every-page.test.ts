import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSiteData } from '../../src/docs/data/site-data.ts'
import { createDocs } from '../../src/docs/docs.ts'
import { isPage, listPages } from '../../src/docs/site.ts'
import { type RunningMock, startMock } from '../../src/mock/start-mock.ts'
import { type Faults, startBrowser, watchFaults, whyNoBrowser } from './browser.fixture.ts'
import { findCutText } from './cut-text.fixture.ts'

const missing = whyNoBrowser()
const paths = listPages(await loadSiteData(), 'folders').flatMap(({ path }) => (isPage(path) ? [path] : []))

describe.skipIf(missing)(`every page in a browser${missing ? `: ${missing}` : ''}`, () => {
  let browser: Browser
  let mock: RunningMock
  let page: Page
  let faults: Faults
  /** Of the pages that were opened, by address. */
  const ids = new Map<string, ReadonlySet<string>>()
  const links = new Map<string, readonly string[]>()

  beforeAll(async () => {
    ;[browser, mock] = await Promise.all([startBrowser(), startMock({ fallback: createDocs() })])
    page = await browser.newPage()
    page.setDefaultTimeout(60_000)
    faults = watchFaults(page)
  })
  afterAll(async () => {
    await browser?.close()
    await mock?.close()
  })

  it.each(paths)('%s fits windows of 390, 1024 and 1600 px, and has no error', async (path) => {
    await page.goto(`${mock.origin}/docs/${path}`)
    for (const width of [390, 1024, 1600]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width)
      expect(await page.evaluate(findCutText), `${width} px`).toEqual([])
    }
    // A violation of the content security policy is an error on the console.
    expect(faults).toEqual({ errors: [], outside: [] })
    const address = page.url()
    ids.set(address, new Set(await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))))
    links.set(
      address,
      await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((one) => (one instanceof HTMLAnchorElement ? one.href : ''))),
    )
  })

  it('has no link that leads nowhere, those that scripts write included', async () => {
    const wanted = new Set([...links.values()].flat().filter((link) => link.startsWith(`${mock.origin}/docs/`)))
    const broken: string[] = []
    const files = new Map<string, Promise<boolean>>()
    for (const link of wanted) {
      const { origin, pathname, hash } = new URL(link)
      const target = `${origin}${pathname}`
      const anchors = ids.get(target)
      if (anchors && hash !== '' && !anchors.has(decodeURIComponent(hash.slice(1)))) broken.push(link)
      if (anchors) continue
      if (!files.has(target))
        files.set(
          target,
          fetch(target).then(({ ok }) => ok),
        )
      if (!(await files.get(target))) broken.push(link)
    }
    expect(broken).toEqual([])
  })
})

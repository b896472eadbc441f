import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createDocs } from '../../src/docs/docs.ts'
import { writeSite } from '../../src/docs/write-site.ts'
import { type RunningMock, startMock } from '../../src/mock/start-mock.ts'
import { bundled } from '../../src/workspace/bundled.ts'
import { type Faults, startBrowser, watchFaults } from './browser.fixture.ts'

/** One page of each kind. */
export const kinds = [
  '',
  'app-distribution/',
  'orders/',
  'orders/operations/updateOrder/',
  'secrets/operations/readVersion/',
  'orders/rules/',
  'orders/schemas/',
  'kv-cluster/upgrade/',
  'cluster-agent/states/',
  'orders/states/',
  'guides/',
  'guides/secrets/',
  'guides/request-params/',
  'changelog/',
  'live/',
]

/** The docs of a mock in a browser, for the tests of a `describe`. After each test, its page must have had no fault. */
export interface Portal {
  readonly mock: RunningMock
  /** Faults of the page that is open. */
  readonly faults: Faults
  /** Opens a page in a context that ends with the test. */
  open(address: string, options?: BrowserContextOptions): Promise<Page>
  served(path: string): string
  /** The address of a site path on the disk. */
  stored(path: string): string
}

/**
 * @param disk writes the site to a folder, which takes a while
 * @param open the workspace of the mock and the site
 */
export function usePortal({ disk = false, open = async () => bundled } = {}): Portal {
  let browser: Browser
  let mock: RunningMock
  let folder: string
  let page: Page
  let faults: Faults

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rulebound-site-'))
    const workspace = await open()
    ;[browser, mock] = await Promise.all([
      startBrowser(),
      startMock({ workspace, fallback: createDocs({ recipe: workspace.recipe }) }),
      disk && writeSite(folder, { workspace }),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await mock?.close()
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    await page.context().close()
    expect(faults).toEqual({ errors: [], outside: [] })
  })
  return {
    get mock() {
      return mock
    },
    get faults() {
      return faults
    },
    async open(address, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1024, height: 900 }, ...options })
      page = await context.newPage()
      page.setDefaultTimeout(60_000)
      faults = watchFaults(page)
      await page.goto(address)
      return page
    },
    served: (path) => `${mock.origin}/docs/${path}`,
    stored: (path) => `${pathToFileURL(folder).href}/${path}index.html`,
  }
}

export const backgroundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

/** Searches for a rule, and goes from the rule to its operation and back. */
export async function followSearch(page: Page): Promise<void> {
  await page.keyboard.press('/')
  await page.waitForSelector('dialog[open]')
  await page.keyboard.type('authorized processed paid')
  await page.waitForSelector('[role=option]')
  expect(await page.locator('[role=option] mark').count()).toBeGreaterThan(0)
  const options = await page.locator('[role=option] .title').allTextContents()
  expect(options).toContain('ORD-060')
  for (let step = options.indexOf('ORD-060'); step > 0; step--) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/orders\/rules\/(index\.html)?#ORD-060$/)
  const rule = page.locator('[id="ORD-060"]')
  expect(await rule.isVisible()).toBe(true)
  await rule.getByText('updateOrder').click()
  await page.waitForURL(/orders\/operations\/updateOrder\/(index\.html)?$/)
  await page.locator('main .ids').getByText('ORD-060', { exact: true }).click()
  await page.waitForURL(/#ORD-060$/)
}

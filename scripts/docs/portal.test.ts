import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadContract } from '../../src/contract/contract.ts'
import { createDocs } from '../../src/docs/docs.ts'
import { type RunningMock, startMock } from '../../src/mock/start-mock.ts'
import { colourRules, type Faults, findBarriers, startBrowser, watchFaults, whyNoBrowser } from './browser.fixture.ts'
import { writeSite } from './write-site.ts'

/** One page of each kind. */
const kinds = [
  '',
  'app-distribution/',
  'orders/',
  'orders/rules/',
  'kv-cluster/upgrade/',
  'states/',
  'states/cluster-agent/',
  'states/orders/',
  'guides/',
  'guides/request-params/',
  'changelog/',
  'console/',
  'orders/reference/',
]

const missing = whyNoBrowser()

describe.skipIf(missing)(`the docs in a browser${missing ? `: ${missing}` : ''}`, () => {
  let browser: Browser
  let mock: RunningMock
  let folder: string
  let disk: string
  let page: Page
  let faults: Faults

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rulebound-site-'))
    ;[browser, mock] = await Promise.all([startBrowser(), startMock({ fallback: createDocs() }), writeSite(folder)])
    disk = `${pathToFileURL(folder).href}/`
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    await mock?.close()
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    await page.context().close()
    expect(faults).toEqual({ errors: [], outside: [] })
  })

  async function open(address: string, options: BrowserContextOptions = {}): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1024, height: 900 }, ...options })
    page = await context.newPage()
    page.setDefaultTimeout(15_000)
    faults = watchFaults(page)
    await page.goto(address)
  }
  const served = (path: string) => `${mock.origin}/docs/${path}`
  const stored = (path: string) => `${disk}${path}index.html`
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

  /** Redoc and Swagger UI render in the browser, so the test waits for them. */
  async function settled(path: string): Promise<void> {
    if (path.endsWith('reference/')) await page.waitForSelector('#redoc .api-content')
    if (path === 'console/') await page.waitForSelector('#console .opblock')
  }

  it.each([
    ['on the mock', served],
    ['on a disk', stored],
  ])('%s, search leads to a rule, the rule to its operation, and the operation back', async (_, at) => {
    await open(at(''))
    await page.keyboard.press('/')
    await page.keyboard.type('authorized processed paid')
    await page.waitForSelector('[role=option]')
    const options = await page.locator('[role=option] .title').allTextContents()
    for (let step = options.indexOf('ORD-060'); step > 0; step--) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/orders\/rules\/(index\.html)?#ORD-060$/)
    const rule = page.locator('[id="ORD-060"]')
    expect(await rule.isVisible()).toBe(true)
    await rule.getByText('updateOrder').click()
    await page.waitForURL(/orders\/(index\.html)?#operation\/updateOrder$/)
    await page.locator('[id="operation/updateOrder"] .ids').last().getByText('ORD-060').click()
    await page.waitForURL(/#ORD-060$/)
  })

  it('filters rules by kind and text, and shows a rule that an address names all the same', async () => {
    await open(served('orders/rules/'))
    await page.getByLabel('Kind').selectOption('gap')
    expect(await page.locator('.rule:visible h3').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^ORD-G\d\d$/)]),
    )
    expect(await page.locator('[id="ORD-060"]').isVisible()).toBe(false)
    await page.evaluate(() => location.assign('#ORD-060'))
    await page.locator('[id="ORD-060"]').waitFor({ state: 'visible' })
    await page.getByLabel('Text').fill('ORD-060')
    expect(await page.locator('.rule:visible h3').first().textContent()).toBe('ORD-060')
  })

  it('calls an operation from the console in the session that it names, and shows the answer', async () => {
    await open(served('console/#orders/listOrders'))
    await page.waitForSelector('.reach.yes')
    await page.getByLabel('Session').fill('from-the-console')
    await page.getByRole('button', { name: 'Execute' }).click()
    const answer = page.locator('.live-responses-table .response')
    await answer.getByText('totalItems').waitFor()
    expect(await answer.locator('.response-col_status').first().textContent()).toContain('200')
    const journal = await fetch(`${mock.origin}/_control/sessions/from-the-console/journal`)
    expect(JSON.stringify(await journal.json())).toContain('listOrders')
  })

  it('is refused with the credential that the console is told to use', async () => {
    await open(served('console/#work-management/listWorkflows'))
    await page.waitForSelector('.reach.yes')
    await page.getByLabel('Credential').selectOption('nothing')
    const refusal = page.waitForResponse((response) => response.url().endsWith('/workflows'))
    await page.getByRole('button', { name: 'Execute' }).click()
    expect((await refusal).status()).toBe(401)
    await page.locator('.live-responses-table').waitFor()
    // A browser logs every error response on its console.
    faults.errors.length = 0
  })

  it('sends a listing with the verb LIST', async () => {
    await open(served('console/#secrets/listKeys'))
    await page.waitForSelector('.reach.yes')
    await page.getByLabel('verb LIST').check()
    await page.locator('.opblock.is-open tr[data-param-name="list"] select').selectOption('true')
    const sent = page.waitForResponse((response) => response.request().method() === 'LIST')
    await page.getByRole('button', { name: 'Execute' }).click()
    expect((await sent).status()).toBe(200)
    expect((await sent).url()).not.toContain('list=')
  })

  it('calls the mock from a disk, and says so where none answers', async () => {
    await open(stored('console/'))
    await settled('console/')
    expect(await page.locator('.reach').textContent()).toContain('opened from a disk')
    await page.getByLabel('Mock', { exact: true }).fill(mock.origin)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.waitForSelector('.reach.yes')
    await page.getByLabel('Mock', { exact: true }).fill('http://127.0.0.1:9')
    await page.getByRole('button', { name: 'Connect' }).click()
    expect(await page.locator('.reach.no').textContent()).toContain('No mock answers at http://127.0.0.1:9')
    expect(faults.errors.length).toBe(1)
    faults.errors.length = 0
  })

  it('is dark where the system is, and as its reader wants it from then on', async () => {
    await open(served(''), { colorScheme: 'dark' })
    const dark = await background()
    await page.getByRole('button', { name: 'Switch between dark and light' }).click()
    const light = await background()
    expect([dark, light]).toEqual(['rgb(20, 23, 28)', 'rgb(255, 255, 255)'])
    for (const path of ['orders/', 'orders/reference/']) {
      await page.goto(served(path))
      expect(await background()).toBe(light)
    }
  })

  it('is used by keyboard alone', async () => {
    await open(served('orders/'))
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.keyboard.press('/')
    await page.keyboard.type('lowest version')
    await page.waitForSelector('[role=option][aria-selected=true]')
    await page.keyboard.press('Escape')
    expect(await page.locator('dialog').isVisible()).toBe(false)
  })

  it.each(kinds)(
    'opens %s from a disk without a network, has no barrier in either scheme, and fits a narrow window',
    async (path) => {
      const place = path.endsWith('reference/') ? '#/orders/updateorder' : ''
      await open(`${stored(path)}${place}`, { offline: true, colorScheme: 'light' })
      await settled(path)
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('button', { name: 'Switch between dark and light' }).click()
      expect(await background()).toBe('rgb(20, 23, 28)')
      expect(await findBarriers(page, colourRules)).toEqual([])
      await page.setViewportSize({ width: 380, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380)
    },
  )

  it.each(kinds)('shows %s from the mock, under its content security policy', async (path) => {
    await open(served(path))
    await settled(path)
    await page.keyboard.press('/')
    await page.keyboard.type('paid')
    await page.waitForSelector('[role=option]')
    // The pages of Redoc and Swagger UI, too, run no script but those of the site.
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "injected"'
      document.body.append(script)
    })
    expect(await page.title()).not.toBe('injected')
    expect(faults.errors.splice(0)).toEqual([expect.stringMatching(/inline script violates .* directive/)])
  })

  it('is read without JavaScript', async () => {
    await open(stored('orders/rules/'), { javaScriptEnabled: false })
    expect(await page.locator('.rule:visible').count()).toBeGreaterThan(100)
    expect(await page.locator('.filter, .tools').evaluateAll((all) => all.length)).toBe(2)
    expect(await page.locator('.filter:visible, .tools:visible').count()).toBe(0)
    await page.goto(stored('orders/'))
    expect(await page.locator('[id="operation/getOrder"] table').first().isVisible()).toBe(true)
  })

  it('takes less than 100 KB to show the home page', async () => {
    await open('about:blank')
    let bytes = 0
    page.on('response', async (response) => {
      bytes += Number(response.headers()['content-length'])
    })
    await page.goto(served(''), { waitUntil: 'networkidle' })
    expect(bytes).toBeGreaterThan(5_000)
    expect(bytes).toBeLessThan(100_000)
  })

  it.each(['orders', 'secrets', 'mock-control'])('leads into the reference of %s', async (name) => {
    await open(served(`${name}/`))
    const links = page.getByRole('link', { name: 'In the reference' })
    const ours = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).hash))
    expect(ours).toHaveLength(loadContract(name).operations.size)
    await links.last().click()
    await page.waitForFunction((id) => {
      const top = document.getElementById(id)?.getBoundingClientRect().top
      return top !== undefined && top > -100 && top < innerHeight
    }, ours.at(-1)?.slice('#/'.length) ?? '')
    await page.getByRole('button', { name: 'curl', exact: true }).first().click()
    await page.getByText('Typed client').first().waitFor()
  })
})

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDocs } from '../../src/docs/docs.ts'
import { type RunningMock, startMock } from '../../src/mock/start-mock.ts'
import { linkVersions } from '../release/link-versions.ts'
import { colourRules, type Faults, findBarriers, startBrowser, watchFaults, whyNoBrowser } from './browser.fixture.ts'
import { writeSite } from './write-site.ts'

/** One page of each kind. */
const kinds = [
  '',
  'app-distribution/',
  'orders/',
  'orders/operations/updateOrder/',
  'secrets/operations/readVersion/',
  'orders/rules/',
  'orders/schemas/',
  'orders/changelog/',
  'kv-cluster/upgrade/',
  'states/',
  'states/cluster-agent/',
  'states/orders/',
  'guides/',
  'guides/secrets/',
  'guides/request-params/',
  'changelog/',
  'console/',
  'live/',
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

  /** Redoc renders in the browser, so the test waits for it. */
  async function settled(path: string): Promise<void> {
    if (path.endsWith('reference/')) await page.waitForSelector('#redoc .api-content')
  }

  it.each([
    ['on the mock', served],
    ['on a disk', stored],
  ])('%s, search leads to a rule, the rule to its operation, and the operation back', async (_, at) => {
    await open(at(''))
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
    await page.locator('.rule-list').getByText('ORD-060', { exact: true }).click()
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

  it.each([
    ['orders/#operation/updateOrder', /orders\/operations\/updateOrder\/$/],
    ['orders/#schema/OrderUpdate', /orders\/schemas\/#schema\/OrderUpdate$/],
    ['console/#orders/listOrders', /orders\/operations\/listOrders\/$/],
    ['console/#secrets', /secrets\/$/],
  ])('leads from the former address %s to the present one', async (path, expected) => {
    await open(served(path))
    await page.waitForURL(expected)
  })

  const call = async (path: string) => {
    await open(served(path))
    await page.locator('.try > summary').click()
  }
  const send = () => page.getByRole('button', { name: 'Send' }).click()
  const status = () => page.locator('.result .status').textContent()

  it('calls an operation in the session that the reader names, and shows the answer and the rules that decided it', async () => {
    await call('orders/operations/listOrders/')
    await page.getByLabel('Session').fill('from-the-page')
    await page.getByText('Optional parameters').click()
    await page.getByLabel('limit').fill('1')
    await send()
    await page.locator('.result .json').getByText('totalItems').waitFor()
    expect(await status()).toBe('200')
    expect(await page.locator('.result a.id').first().getAttribute('href')).toMatch(/orders\/rules\/#ORD-\d+$/)
    const journal = await fetch(`${mock.origin}/_control/sessions/from-the-page/journal`)
    expect(JSON.stringify(await journal.json())).toContain('listOrders')
  })

  it('shows what is wrong with a request below the field that it is about', async () => {
    await call('orders/operations/updateOrder/')
    await page.getByLabel('Body').fill('{"status": "Lost"}')
    await send()
    await page.locator('.violation').waitFor()
    expect(await status()).toBe('400')
    expect(await page.locator('.violation').textContent()).toContain('status')
    expect(await page.getByLabel('Body').getAttribute('aria-invalid')).toBe('true')
    faults.errors.length = 0
  })

  it('tells what a date and time lacks as soon as it was typed', async () => {
    await call('orders/operations/listOrders/')
    await page.getByText('Optional parameters').click()
    const from = page.locator('[name="query:from"]')
    await from.fill('2026-03-02')
    await from.press('Tab')
    expect(await page.locator('.violation').textContent()).toContain('such as 2026-03-02T10:15:42Z')
    await from.fill('2026-03-02T10:15:42+02:00')
    await from.press('Tab')
    expect(await page.locator('.violation').count()).toBe(0)
    await send()
    await page.locator('.result .json').getByText('totalItems').waitFor()
  })

  it('is filled in and sent with the keyboard alone', async () => {
    await open(served('orders/operations/listOrders/'))
    const summary = page.locator('.try > summary')
    await summary.focus()
    await page.keyboard.press('Enter')
    const tabTo = async (selector: string) => {
      for (let steps = 0; steps < 20; steps++) {
        await page.keyboard.press('Tab')
        if (await page.locator(selector).evaluate((one) => one === document.activeElement)) return
      }
      throw new Error(`Tab does not reach ${selector}`)
    }
    await tabTo('[name=session]')
    await page.keyboard.type('-by-keyboard')
    await tabTo('.optional > summary')
    await page.keyboard.press('Enter')
    await tabTo('[name="query:limit"]')
    await page.keyboard.type('2')
    await tabTo('button[type=submit]')
    await page.keyboard.press('Enter')
    await page.locator('.result .json').getByText('totalItems').waitFor()
    await tabTo('.result .json')
  })

  it('is refused with the credential that the reader chooses, which the samples use, too', async () => {
    await call('work-management/operations/listWorkflows/')
    const sample = page.locator('[data-tab=curl] pre')
    const first = await sample.textContent()
    await page.getByLabel('Credential').selectOption('none')
    expect(await sample.textContent()).not.toBe(first)
    expect(await sample.textContent()).toContain(mock.origin)
    await page.getByLabel('Credential').selectOption('nothing')
    await send()
    await page.locator('.result .status').waitFor()
    expect(await status()).toBe('401')
    // A browser logs every error response on its console.
    faults.errors.length = 0
  })

  it('sends a listing with the verb LIST', async () => {
    await call('secrets/operations/listKeys/')
    await page.getByLabel('verb LIST').check()
    const sent = page.waitForResponse((response) => response.request().method() === 'LIST')
    await send()
    expect((await sent).status()).toBe(200)
    expect((await sent).url()).not.toContain('list=')
  })

  it('shows a stream as it comes, until the reader stops it', async () => {
    await call('cluster-agent/operations/streamLogs/')
    await send()
    await page.locator('.result pre').last().getByText('{').first().waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.locator('.result').getByText('Stopped.').waitFor()
  })

  it('uses a token that was just issued for the operations that it opens', async () => {
    await call('oauth-token/operations/requestToken/')
    await send()
    await page.locator('.result .json').getByText('access_token').waitFor()
    await page.locator('.rail').getByText('payment', { exact: false }).last().click()
    await page.locator('.try > summary').click()
    expect(await page.getByLabel('Credential').inputValue()).toBe('the token just issued')
    await send()
    await page.locator('.result .status').waitFor()
    expect(await status()).toMatch(/^2/)
  })

  it('calls the mock from a disk, and says so where none answers', async () => {
    await open(stored('orders/operations/listOrders/'))
    await page.locator('.try > summary').click()
    await page.getByLabel('Mock', { exact: true }).fill(mock.origin)
    await send()
    await page.locator('.result .json').getByText('totalItems').waitFor()
    await page.getByLabel('Mock', { exact: true }).fill('http://127.0.0.1:9')
    await send()
    await page.locator('.result').getByText('No answer from http://127.0.0.1:9').waitFor()
    expect(faults.errors.length).toBe(1)
    faults.errors.length = 0
  })

  it('remembers the language of the samples', async () => {
    await open(served('orders/operations/listOrders/'))
    await page.getByRole('tab', { name: 'Go' }).click()
    await page.goto(served('secrets/operations/readSecret/'))
    expect(await page.getByRole('tab', { name: 'Go' }).getAttribute('aria-selected')).toBe('true')
    expect(await page.locator('[data-tab=go] pre').isVisible()).toBe(true)
    await page.getByRole('tab', { name: 'Go' }).press('ArrowRight')
    expect(await page.getByRole('tab', { name: 'curl' }).getAttribute('aria-selected')).toBe('true')
  })

  it('keeps the filter of rules in the address', async () => {
    await open(served('orders/rules/'))
    await page.getByLabel('Text').fill('tracking')
    await page.waitForURL(/\?text=tracking$/)
    const shown = await page.locator('.rule:visible h3').allTextContents()
    await page.goto(page.url())
    expect(await page.locator('.rule:visible h3').allTextContents()).toEqual(shown)
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
    await page.waitForSelector('dialog[open]')
    await page.keyboard.type('lowest version')
    await page.waitForSelector('[role=option][aria-selected=true]')
    await page.keyboard.press('Escape')
    expect(await page.locator('dialog').isVisible()).toBe(false)
  })

  it.each(kinds)(
    'opens %s from a disk without a network, has no barrier in either scheme, and fits a narrow window',
    async (path) => {
      const place = path.endsWith('reference/') ? '#/orders/updateorder' : ''
      // A transition in a closed part never ends.
      await open(`${stored(path)}${place}`, { offline: true, colorScheme: 'light', reducedMotion: 'reduce' })
      await settled(path)
      // Redoc does not put its menu into a landmark.
      const impacts = path.endsWith('reference/') ? ['serious', 'critical'] : undefined
      for (const width of [390, 1600]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        for (const scheme of ['dark', 'light']) {
          await page.getByRole('button', { name: 'Switch between dark and light' }).click()
          expect(await background()).toBe(scheme === 'dark' ? 'rgb(20, 23, 28)' : 'rgb(255, 255, 255)')
          expect(await findBarriers(page, scheme === 'dark' ? colourRules : undefined, impacts)).toEqual([])
        }
      }
    },
  )

  it('has no barrier in the form and in the search', async () => {
    await open(stored('orders/operations/updateOrder/'), { offline: true })
    await page.evaluate(() => {
      for (const folding of document.querySelectorAll('details')) folding.open = true
    })
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('/')
    await page.keyboard.type('paid')
    await page.waitForSelector('[role=option]')
    expect(await findBarriers(page)).toEqual([])
  })

  it.each(['orders/operations/updateOrder/', 'orders/rules/', 'guides/secrets/'])(
    'prints %s in black on white, without controls, and with everything that it folds',
    async (path) => {
      await open(served(path), { colorScheme: 'dark' })
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 794, height: 1123 })
      expect(await background()).toBe('rgb(255, 255, 255)')
      expect(await page.locator('button:visible, input:visible, select:visible, nav:visible').count()).toBe(0)
      const cut = await page
        .locator('pre:visible')
        .evaluateAll((all) =>
          all
            .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
            .map((one) => [
              one.textContent?.slice(0, 60),
              one.scrollWidth,
              one.clientWidth,
              one.scrollHeight,
              one.clientHeight,
            ]),
        )
      expect(cut).toEqual([])
      const folded = await page
        .locator('main details:not([open])')
        .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 60).length)
      expect(folded).toBe(0)
      expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000)
    },
  )

  it('moves nothing for a reader who wants less motion', async () => {
    await open(served('orders/'), { reducedMotion: 'reduce' })
    const moving = await page
      .locator('*')
      .evaluateAll(
        (all) =>
          all.filter(
            (one) =>
              getComputedStyle(one).transitionDuration !== '0s' || getComputedStyle(one).animationName !== 'none',
          ).length,
      )
    expect(moving).toBe(0)
  })

  it.each(kinds)('shows %s from the mock, under its content security policy', async (path) => {
    await open(served(path))
    await settled(path)
    await page.keyboard.press('/')
    await page.waitForSelector('dialog[open]')
    await page.keyboard.type('paid')
    await page.waitForSelector('[role=option]')
    // The pages of Redoc, too, run no script but those of the site.
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "injected"'
      document.body.append(script)
    })
    expect(await page.title()).not.toBe('injected')
    expect(faults.errors.splice(0)).toEqual([expect.stringMatching(/inline script violates .* directive/)])
  })

  it('leads from a page to the same page of another release, without JavaScript', async () => {
    const releases = await mkdtemp(join(tmpdir(), 'rulebound-releases-'))
    try {
      for (const version of ['v0.1.0', 'v0.2.0']) {
        await cp(folder, join(releases, version), { recursive: true })
        linkVersions(releases)
      }
      const address = (version: string) => `${pathToFileURL(releases).href}/${version}/orders/rules/index.html`
      await open(address('latest'), { javaScriptEnabled: false, viewport: { width: 390, height: 800 } })
      await page.locator('.versions > summary').click()
      await page.getByRole('link', { name: 'v0.1.0' }).click()
      expect(page.url()).toBe(address('v0.1.0'))
      expect(await page.locator('.versions > summary').innerText()).toContain('v0.1.0')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      await page.locator('.versions > summary').click()
      await page.getByRole('link', { name: 'v0.2.0 (latest)' }).click()
      expect(page.url()).toBe(address('latest'))
    } finally {
      await rm(releases, { recursive: true })
    }
  })

  it('is read without JavaScript', async () => {
    await open(stored('orders/rules/'), { javaScriptEnabled: false })
    expect(await page.locator('.rule:visible').count()).toBeGreaterThan(100)
    expect(await page.locator('.filter, .tools').evaluateAll((all) => all.length)).toBe(2)
    expect(await page.locator('.filter:visible, .tools:visible').count()).toBe(0)
    await page.goto(stored('orders/operations/getOrder/'))
    expect(await page.locator('[data-tab=python] pre').isVisible()).toBe(true)
    expect(await page.locator('.try:visible').count()).toBe(0)
  })

  it.each(kinds.filter((path) => !path.endsWith('reference/')))(
    'takes at most 120 KB to show %s, and at most 50 KB of that for scripts',
    async (path) => {
      await open('about:blank')
      const sizes: { type: string; bytes: Promise<number> }[] = []
      page.on('requestfinished', (request) => {
        const bytes = request
          .sizes()
          .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize)
        sizes.push({ type: request.resourceType(), bytes })
      })
      await page.goto(served(path), { waitUntil: 'networkidle' })
      const bytesOf = async (type?: string) =>
        (await Promise.all(sizes.filter((one) => !type || one.type === type).map(({ bytes }) => bytes))).reduce(
          (a, b) => a + b,
          0,
        )
      expect(await bytesOf()).toBeGreaterThan(3_000)
      expect(await bytesOf()).toBeLessThan(120_000)
      expect(await bytesOf('script')).toBeLessThan(50_000)
    },
  )

  it.each([
    ['orders', 'updateOrder'],
    ['secrets', 'readHealth'],
    ['mock-control', 'createFault'],
  ])('leads from an operation of %s into plain Redoc', async (name, operation) => {
    await open(served(`${name}/operations/${operation}/`))
    await page.getByRole('link', { name: `${operation} in plain Redoc` }).click()
    await page.waitForFunction((id) => {
      const top = document.querySelector(`[id$="/${id}"]`)?.getBoundingClientRect().top
      return top !== undefined && top > -100 && top < innerHeight
    }, operation.toLowerCase())
    await page.getByRole('button', { name: 'curl', exact: true }).first().click()
    await page.getByText('Typed client').first().waitFor()
  })
})

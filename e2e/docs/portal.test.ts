import { describe, expect, it } from 'vitest'
import { whyNoBrowser } from './browser.fixture.ts'
import { backgroundOf, followSearch, kinds, usePortal } from './portal.fixture.ts'

const missing = whyNoBrowser()

describe.skipIf(missing)(`the docs in a browser${missing ? `: ${missing}` : ''}`, () => {
  const portal = usePortal()
  const { open, served } = portal

  it('the search leads to a rule, the rule to its operation, and the operation back', async () => {
    await followSearch(await open(served('')))
  })

  it.each(['', 'orders/'])('a page has a head of one row on a phone, and its links in the menu: /%s', async (path) => {
    const page = await open(served(path), { viewport: { width: 360, height: 640 } })
    const head = page.locator('.banner')
    expect((await head.boundingBox())?.height).toBeLessThan(60)
    expect(await head.evaluate((one) => one.scrollWidth)).toBe(360)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Guides', exact: true }).click()
    await page.waitForURL(/guides\/$/)
  })

  it('the docs remember the language of the samples', async () => {
    const page = await open(served('orders/operations/listOrders/'))
    await page.locator('[data-tab=go] > summary').click()
    await page.goto(served('secrets/operations/readSecret/'))
    expect(await page.locator('[data-tab=go] pre').isVisible()).toBe(true)
    expect(await page.locator('[data-tab=curl] pre').isVisible()).toBe(false)
  })

  it('the docs take the dark scheme of the system, and keep the scheme that the reader chooses', async () => {
    const page = await open(served(''), { colorScheme: 'dark' })
    const dark = await backgroundOf(page)
    await page.getByRole('button', { name: 'Switch between dark and light' }).click()
    const light = await backgroundOf(page)
    expect([dark, light]).toEqual(['rgb(20, 23, 28)', 'rgb(255, 255, 255)'])
    for (const path of ['orders/', 'orders/rules/']) {
      await page.goto(served(path))
      expect(await backgroundOf(page)).toBe(light)
    }
  })

  it('the keyboard alone reaches the content and the search', async () => {
    const page = await open(served('orders/'))
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

  it.each(['orders/operations/updateOrder/', 'orders/rules/', 'guides/secrets/'])(
    'the browser prints %s in black on white, without controls, and with everything that is folded',
    async (path) => {
      const page = await open(served(path), { colorScheme: 'dark' })
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 794, height: 1123 })
      expect(await backgroundOf(page)).toBe('rgb(255, 255, 255)')
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

  it('a page moves nothing for a reader who wants less motion', async () => {
    const page = await open(served('orders/'), { reducedMotion: 'reduce' })
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

  it('the content security policy blocks an inline script', async () => {
    const page = await open(served(''))
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "injected"'
      document.body.append(script)
    })
    expect(await page.title()).not.toBe('injected')
    // Once by the header, and once by the policy in the page.
    const blocked = expect.stringMatching(/inline script violates .* directive/)
    expect(portal.faults.errors.splice(0)).toEqual([blocked, blocked])
  })

  it.each(kinds)('the page %s loads at most 120 KB, and at most 50 KB of that for scripts', async (path) => {
    const page = await open('about:blank')
    const sizes: { type: string; bytes: Promise<number> }[] = []
    page.on('requestfinished', (request) => {
      const bytes = request
        .sizes()
        .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize)
      sizes.push({ type: request.resourceType(), bytes })
    })
    // The live page follows a session, so that its network is never idle.
    await page.goto(served(path), { waitUntil: path === 'live/' ? 'load' : 'networkidle' })
    page.removeAllListeners('requestfinished')
    const bytesOf = async (type?: string) =>
      (await Promise.all(sizes.filter((one) => !type || one.type === type).map(({ bytes }) => bytes))).reduce(
        (a, b) => a + b,
        0,
      )
    expect(await bytesOf()).toBeGreaterThan(3_000)
    expect(await bytesOf()).toBeLessThan(120_000)
    expect(await bytesOf('script')).toBeLessThan(50_000)
  })
})

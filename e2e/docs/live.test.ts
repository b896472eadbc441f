import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createDocs } from '../../src/docs/docs.ts'
import { startMock } from '../../src/mock/start-mock.ts'
import { whyNoBrowser } from './browser.fixture.ts'
import { usePortal } from './portal.fixture.ts'

const missing = whyNoBrowser()

describe.skipIf(missing)(`the live page in a browser${missing ? `: ${missing}` : ''}`, () => {
  const portal = usePortal()
  const { open, served } = portal

  const headers = { accept: 'application/json', authorization: `Basic ${btoa('orders.example-key:')}` }
  const list = (query = '') => fetch(`${portal.mock.origin}/orders/api/orders${query}`, { headers })
  const control = (path: string, method = 'GET') =>
    fetch(`${portal.mock.origin}/_control/sessions/default/${path}`, { method })
  const says = (page: Page, text: string) => page.locator('#live-state', { hasText: text }).waitFor()
  const first = (page: Page) => page.locator('#live-requests > li').first()

  /** The page, which follows the default session at once. */
  const follow = async () => {
    await control('', 'DELETE')
    const page = await open(served('live/'))
    await says(page, 'Following')
    return page
  }

  it('the live page asks for the control token, and stores it nowhere', async () => {
    const mock = await startMock({ interfaces: ['orders'], fallback: createDocs(), controlToken: 'example-control' })
    const page = await open(`${mock.origin}/docs/live/`)
    await says(page, 'control token')
    // The refusal is an error on the console of the browser.
    expect(portal.faults.errors.splice(0)).toEqual([expect.stringContaining('401')])
    await page.getByLabel('Control token').fill('example-control')
    await page.getByRole('button', { name: 'Follow' }).click()
    await says(page, 'Following')
    const kept = await page.evaluate(() =>
      [JSON.stringify({ ...localStorage, ...sessionStorage }), document.cookie, location.href].join(),
    )
    expect(kept).not.toContain('example-control')
    await mock.close()
    await says(page, 'has ended')
  })

  it('the live page shows requests as they come, with reason, rules and warnings', async () => {
    const page = await follow()
    await list('?limit=0&limt=1')
    const summary = first(page).locator('summary')
    await summary.click()
    await first(page).locator('dl').waitFor()
    expect(await summary.textContent()).toMatch(
      /^400 GET \/orders\/api\/orders \d.* ms · .* · warning.*ORD-\d{3}.* must be >= 1/,
    )
    expect(await first(page).innerText()).toContain("did you mean 'limit'?")
    expect(await first(page).locator('a').first().getAttribute('href')).toMatch(/^\.\.\/orders\/rules\/#ORD-\d{3}$/)
  })

  it('the live page shows the change of a request as text', async () => {
    const page = await follow()
    const token = portal.mock.interfaces.find(({ name }) => name === 'orders')?.records[0]?.key
    await fetch(`${portal.mock.origin}/orders/api/orders/${token}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'Processed', trackingNumber: '<b>7c41</b>' }),
    })
    await first(page)
      .locator('summary', { hasText: /^200 PUT/ })
      .click()
    const change = await first(page).locator('pre').textContent()
    expect(change).toContain(`orders ${token}\n- {"token":`)
    expect(change).toMatch(/\n\+ .*"trackingNumber":"<b>7c41<\/b>"/)
  })

  it('the live page lists the sessions, and shows a fault that was injected', async () => {
    const page = await follow()
    await page.locator('#live-sessions option[value=default]').waitFor({ state: 'attached' })
    const fault = { interface: 'orders', kind: 'status', status: 503, times: 1 }
    const injected = await fetch(`${portal.mock.origin}/_control/sessions/default/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    })
    expect(injected.status).toBe(201)
    expect((await list()).status).toBe(503)
    await first(page)
      .locator('summary', { hasText: /^503 .*fault 1/ })
      .waitFor()
  })

  it('the live page shows 5,000 requests, the newest first, stays quick, and keeps its controls in view', async () => {
    const page = await follow()
    for (let batch = 0; batch < 52; batch++) await Promise.all(Array.from({ length: 100 }, () => list('?limit=1')))
    await page.waitForFunction(() => document.querySelectorAll('#live-requests > li').length >= 4900)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate(() => scrollTo(0, 50_000))
    expect(await page.getByRole('button', { name: 'Follow' }).isVisible()).toBe(true)
    const side = await page.locator('.side').boundingBox()
    expect(side && side.y >= 0 && side.y < 800).toBe(true)
    // Rows out of view are not laid out: with all of them, each step takes about a second.
    const drawn = await page.evaluate(() => {
      const isDrawn = (one: Element) => one.checkVisibility({ contentVisibilityAuto: true })
      return [...document.querySelectorAll('#live-requests > li > *')].filter(isDrawn).length
    })
    expect(drawn).toBeGreaterThan(0)
    expect(drawn).toBeLessThan(1000)
    await list('?limit=7&newest=1')
    await first(page).locator('summary', { hasText: 'warning' }).waitFor()
    expect(await page.locator('#live-requests > li').count()).toBeLessThanOrEqual(5000)
  })
})

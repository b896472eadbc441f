import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDocs } from '../../src/docs/docs.ts'
import { type RunningMock, startMock } from '../../src/mock/start-mock.ts'
import { type Faults, startBrowser, watchFaults, whyNoBrowser } from './browser.fixture.ts'

const missing = whyNoBrowser()

describe.skipIf(missing)(`the live page in a browser${missing ? `: ${missing}` : ''}`, () => {
  let browser: Browser
  let mock: RunningMock
  let page: Page
  let faults: Faults

  beforeAll(async () => {
    ;[browser, mock] = await Promise.all([
      startBrowser(),
      startMock({ interfaces: ['orders', 'secrets'], fallback: createDocs(), controlToken: 'example-control' }),
    ])
    page = await browser.newPage()
    page.setDefaultTimeout(60_000)
    faults = watchFaults(page)
    await page.goto(`${mock.origin}/docs/live/`)
  })
  afterAll(async () => {
    await browser?.close()
    await mock?.close()
  })

  const authorization = `Basic ${btoa('orders.example-key:')}`
  const list = (query = '') =>
    fetch(`${mock.origin}/orders/api/orders${query}`, {
      headers: { accept: 'application/json', authorization, 'x-mock-session': 'watched' },
    })
  const state = () => page.locator('#live-state')
  const requests = () => page.locator('#live-requests > li')

  it('asks for the control token, and keeps it nowhere', async () => {
    // The page follows at once.
    await page.waitForFunction(() => document.querySelector('#live-state')?.textContent?.includes('control token'))
    await page.getByLabel('Session', { exact: true }).fill('watched')
    // The refusal is an error on the console of the browser.
    expect(faults.errors.splice(0)).toEqual([expect.stringContaining('401')])
    await page.getByLabel('Control token').fill('example-control')
    await page.getByRole('button', { name: 'Follow' }).click()
    await page.waitForFunction(() => document.querySelector('#live-state')?.textContent?.startsWith('Following'))
    const kept = await page.evaluate(() =>
      [JSON.stringify({ ...localStorage, ...sessionStorage }), document.cookie, location.href].join(),
    )
    expect(kept).not.toContain('example-control')
  })

  it('shows requests as they come, with reason, rules and warnings', async () => {
    await list('?limit=0&limt=1')
    await requests().first().waitFor()
    expect(await requests().first().locator('summary').textContent()).toMatch(
      /^400 GET \/orders\/api\/orders \d.* ms · .* · warning.*ORD-\d{3}.* must be >= 1/,
    )
    await requests().first().locator('summary').click()
    await requests().first().locator('dl').waitFor()
    const text = await requests().first().innerText()
    expect(text).toContain('must be >= 1.')
    expect(text).toContain("did you mean 'limit'?")
    expect(await requests().first().locator('a').first().getAttribute('href')).toMatch(
      /^\.\.\/orders\/rules\/#ORD-\d{3}$/,
    )
  })

  it('shows what a request has changed', async () => {
    const token = mock.interfaces.find(({ name }) => name === 'orders')?.records[0]?.key
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization,
      'x-mock-session': 'watched',
    }
    const body = JSON.stringify({ status: 'Processed', trackingNumber: '<b>7c41</b>' })
    await fetch(`${mock.origin}/orders/api/orders/${token}`, { method: 'PUT', headers, body })
    await page.waitForFunction(() =>
      document.querySelector('#live-requests summary')?.textContent?.startsWith('200 PUT'),
    )
    await requests().first().locator('summary').click()
    const change = await requests().first().locator('pre').textContent()
    expect(change).toContain(`orders ${token}\n- {"token":`)
    expect(change).toMatch(/\n\+ .*"trackingNumber":"<b>7c41<\/b>"/)
  })

  it('drives the session, and says what goes wrong', async () => {
    const drive = async (button: string, outcome: RegExp, body?: object) => {
      const form = page.locator('.drive form', { has: page.getByRole('button', { name: button, exact: true }) })
      if (body) await form.locator('textarea').fill(JSON.stringify(body))
      await form.getByRole('button').click()
      await form.locator('output', { hasText: outcome }).waitFor()
    }
    await drive('Inject a fault', /"id":/, { interface: 'orders', kind: 'status', status: 503, times: 1 })
    expect((await list()).status).toBe(503)
    await requests()
      .first()
      .locator('summary', { hasText: /^503 .*fault 1/ })
      .waitFor()
    await drive('Inject a fault', /kind/, { interface: 'orders', kind: 'sleep' })
    expect(faults.errors.splice(0)).toEqual([expect.stringContaining('400')])
    await drive('Remove all faults', /Done/)
    await drive('Set the clock', /2031-/, { now: '2031-01-01T00:00:00Z' })
    const conditions = { interfaces: { secrets: { conditions: { node_role: 'standby' } } } }
    await drive('Write records and conditions', /./, conditions)
    const headers = { authorization: 'Bearer example-control', 'x-mock-session': 'watched' }
    const conditionsNow = await fetch(`${mock.origin}/_control/sessions/watched/interfaces/secrets/conditions`, {
      headers,
    })
    expect(await conditionsNow.json()).toMatchObject({ node_role: 'standby' })
    await drive('Reset the session', /Done/)
  })

  it('lists the sessions', async () => {
    await list()
    await page.getByRole('button', { name: 'Follow' }).click()
    await page.locator('#live-sessions option[value=watched]').waitFor({ state: 'attached' })
  })

  it('shows 5,000 requests, the newest first, stays quick, and keeps its controls in view', async () => {
    for (let batch = 0; batch < 52; batch++) await Promise.all(Array.from({ length: 100 }, () => list('?limit=1')))
    await page.waitForFunction(() => document.querySelectorAll('#live-requests > li').length >= 4900)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate(() => scrollTo(0, 50_000))
    expect(await page.getByRole('button', { name: 'Reset the session' }).isVisible()).toBe(true)
    const side = await page.locator('.side').boundingBox()
    expect(side && side.y >= 0 && side.y < 800).toBe(true)
    const cost = await page.evaluate(() => {
      const started = performance.now()
      for (let step = 0; step < 20; step++) {
        scrollTo(0, step * 2000)
        document.body.getBoundingClientRect()
      }
      return performance.now() - started
    })
    // Laying out all rows takes about a second for each step.
    expect(cost).toBeLessThan(5000)
    await list('?limit=7&newest=1')
    await page.waitForFunction(() => document.querySelector('#live-requests summary')?.textContent?.includes('warning'))
    expect(await requests().count()).toBeLessThanOrEqual(5000)
  })

  it('says that the session has ended', async () => {
    const headers = { authorization: 'Bearer example-control' }
    await fetch(`${mock.origin}/_control/sessions/watched`, { method: 'DELETE', headers })
    await page.waitForFunction(() => document.querySelector('#live-state')?.textContent?.includes('has ended'))
    expect(await state().textContent()).toContain('The session has ended')
    expect(faults).toEqual({ errors: [], outside: [] })
  })
})

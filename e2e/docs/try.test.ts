import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { whyNoBrowser } from './browser.fixture.ts'
import { usePortal } from './portal.fixture.ts'

const missing = whyNoBrowser()

describe.skipIf(missing)(`the form that calls an operation, in a browser${missing ? `: ${missing}` : ''}`, () => {
  const portal = usePortal()
  const { open, served } = portal

  const call = async (path: string) => {
    const page = await open(served(path))
    await page.locator('.try > summary').click()
    return page
  }
  const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click()
  const status = (page: Page) => page.locator('.result .status').textContent()
  /** Sends a request that is refused, and expects the reason beside the answer. */
  const expectRefusal = async (page: Page, expected: string, reason: string) => {
    await send(page)
    await page.locator('.result', { hasText: reason }).waitFor()
    expect(await status(page)).toBe(expected)
    // A browser logs every error response on its console.
    portal.faults.errors.length = 0
  }

  it('the form calls an operation in the session that the reader names, and shows the answer and its rules', async () => {
    const page = await call('orders/operations/listOrders/')
    await page.getByLabel('Session').fill('from-the-page')
    await page.getByText('Optional parameters').click()
    await page.getByLabel('limit').fill('1')
    await send(page)
    await page.locator('.result .answer-body').getByText('totalItems').waitFor()
    expect(await status(page)).toBe('200')
    expect(await page.locator('.result a.id').first().getAttribute('href')).toMatch(/orders\/rules\/#ORD-\d+$/)
    const journal = await fetch(`${portal.mock.origin}/_control/sessions/from-the-page/journal`)
    expect(JSON.stringify(await journal.json())).toContain('listOrders')
  })

  it('the form shows why a request is refused, although the error body lacks the reason', async () => {
    const page = await call('cluster-agent/operations/forceLeaveMember/')
    // A reader chooses true or false; this value comes from elsewhere.
    await page
      .locator('[name="query:prune"]')
      .evaluate((list) => list.append(new Option('maybe', 'maybe', false, true)))
    await expectRefusal(page, '400', 'prune must be boolean')
    expect(await page.locator('.result').innerText()).toContain('invalid prune value')
  })

  it('the form repeats a parameter for each of its values', async () => {
    const page = await call('cluster-agent/operations/joinCluster/')
    await page.locator('[name="query:address"]').fill('192.0.2.11:4648, 192.0.2.12:4648')
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await send(page)
    expect(new URL((await sent).url()).searchParams.getAll('address')).toEqual(['192.0.2.11:4648', '192.0.2.12:4648'])
    expect(await status(page)).toBe('200')
  })

  it('the form sends a listing without further input', async () => {
    const page = await call('secrets/operations/listMount/')
    await send(page)
    await page.locator('.result .answer-body').getByText('keys').waitFor()
    expect(await status(page)).toBe('200')
  })

  it('the keyboard alone fills in and sends the form', async () => {
    const page = await open(served('orders/operations/listOrders/'))
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
    await page.locator('.result .answer-body').getByText('totalItems').waitFor()
    await tabTo('.result .answer-body')
  })

  it('the form and the samples use the credential that the reader chooses', async () => {
    const page = await call('work-management/operations/listWorkflows/')
    const sample = page.locator('[data-tab=curl] pre')
    const first = await sample.textContent()
    await page.getByLabel('Credential').selectOption('none')
    expect(await sample.textContent()).not.toBe(first)
    expect(await sample.textContent()).toContain(portal.mock.origin)
    await page.getByLabel('Credential').selectOption('nothing')
    await expectRefusal(page, '401', 'carries no credentials')
  })

  it('the form sends a listing with the verb LIST', async () => {
    const page = await call('secrets/operations/listKeys/')
    await page.getByLabel('verb LIST').check()
    const sent = page.waitForResponse((response) => response.request().method() === 'LIST')
    await send(page)
    expect((await sent).status()).toBe(200)
    expect((await sent).url()).not.toContain('list=')
  })

  it('the form shows a stream as it comes, until the reader stops it', async () => {
    const page = await call('cluster-agent/operations/streamLogs/')
    await send(page)
    await page.locator('.result pre').last().getByText('{').first().waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.locator('.result').getByText('Stopped.').waitFor()
  })

  it('the form uses a token that was just issued for the operations that it opens', async () => {
    const page = await call('oauth-token/operations/requestToken/')
    await send(page)
    await page.locator('.result .answer-body').getByText('access_token').waitFor()
    await page.locator('.rail').getByText('payment', { exact: false }).last().click()
    await page.locator('.try > summary').click()
    expect(await page.getByLabel('Credential').inputValue()).toBe('the token just issued')
    await send(page)
    expect(await status(page)).toMatch(/^2/)
  })
})

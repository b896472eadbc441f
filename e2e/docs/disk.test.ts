import { describe, expect, it } from 'vitest'
import { colourRules, findBarriers, whyNoBrowser } from './browser.fixture.ts'
import { backgroundOf, followSearch, kinds, usePortal } from './portal.fixture.ts'

const missing = whyNoBrowser()

describe.skipIf(missing)(`the docs from a disk, in a browser${missing ? `: ${missing}` : ''}`, () => {
  const portal = usePortal({ disk: true })
  const { open, stored } = portal

  it('the search leads to a rule, the rule to its operation, and the operation back', async () => {
    await followSearch(await open(stored('')))
  })

  it('a page on a disk calls the mock, and reports that none answers', async () => {
    const page = await open(stored('orders/operations/listOrders/'))
    await page.locator('.try > summary').click()
    await page.locator('[name=address]').fill(`${portal.mock.origin}/orders/api/`)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.result .answer-body').getByText('totalItems').waitFor()
    await page.locator('[name=address]').fill('http://127.0.0.1:9')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.result').getByText('No answer from http://127.0.0.1:9').waitFor()
    expect(portal.faults.errors.length).toBe(1)
    portal.faults.errors.length = 0
  })

  // A disk has no mock whose requests could be watched.
  it.each(kinds.filter((path) => path !== 'live/'))(
    'the page %s opens from a disk without a network, has no barrier in either scheme, and fits a narrow window',
    async (path) => {
      // A transition in a closed part never ends.
      const page = await open(stored(path), {
        offline: true,
        colorScheme: 'light',
        reducedMotion: 'reduce',
      })
      for (const width of [390, 1600]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        for (const scheme of ['dark', 'light']) {
          await page.getByRole('button', { name: 'Switch between dark and light' }).click()
          expect(await backgroundOf(page)).toBe(scheme === 'dark' ? 'rgb(20, 23, 28)' : 'rgb(255, 255, 255)')
          expect(await findBarriers(page, scheme === 'dark' ? colourRules : undefined)).toEqual([])
        }
      }
    },
  )

  it('the form and the search have no barrier', async () => {
    const page = await open(stored('orders/operations/updateOrder/'), { offline: true })
    await page.evaluate(() => {
      for (const folding of document.querySelectorAll('details')) folding.open = true
    })
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('/')
    await page.keyboard.type('paid')
    await page.waitForSelector('[role=option]')
    expect(await findBarriers(page)).toEqual([])
  })

  it('a reader without JavaScript sees the rules and a sample', async () => {
    const page = await open(stored('orders/rules/'), { javaScriptEnabled: false })
    expect(await page.locator('.rule:visible').count()).toBeGreaterThan(100)
    expect(await page.locator('.tools').isVisible()).toBe(false)
    await page.goto(stored('orders/operations/getOrder/'))
    expect(await page.locator('[data-tab=curl] pre').isVisible()).toBe(true)
    expect(await page.locator('.try').count()).toBe(0)
  })
})

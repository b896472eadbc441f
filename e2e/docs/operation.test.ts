import { describe, expect, it } from 'vitest'
import { bundled } from '../../src/workspace/bundled.ts'
import { whyNoBrowser } from './browser.fixture.ts'
import { usePortal } from './portal.fixture.ts'

const missing = whyNoBrowser()
/** The longest pages of operations. */
const longest = [
  'orders/updateOrder',
  'orders/listOrders',
  'secrets/writeSecret',
  'secrets/readVersion',
  'secrets/listKeyDirectory',
]

describe.skipIf(missing)(`the page of an operation in a browser${missing ? `: ${missing}` : ''}`, () => {
  const portal = usePortal()
  const { open, served } = portal

  it.each(longest)(
    'the page of %s takes at most 4,500 px at a width of 1,280, and still has each schema and rule',
    async (place) => {
      const [name = '', id = ''] = place.split('/')
      const page = await open(served(`${name}/operations/${id}/`), { viewport: { width: 1280, height: 900 } })
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4500)
      const { operations, document: published, rules } = bundled.find(name).contract
      const operation = operations.get(id)
      for (const [status, pointer] of operation?.responses ?? []) {
        const text = await page.locator(`[id="answer/${status}"]`).innerText()
        const node = JSON.stringify(
          pointer
            .split('/')
            .slice(1)
            .reduce<unknown>((one, key) => Object(one)[key.replaceAll('~1', '/')], published),
        )
        for (const [, schema] of node.matchAll(/"schema":\{"\$ref":"#\/components\/schemas\/(\w+)"/g))
          expect(text).toContain(schema)
      }
      const cited = new Set(await page.locator('main a.id').allTextContents())
      const own = [...rules.values()].filter(({ operations = [] }) => operations.includes(id))
      expect(own.filter((rule) => !cited.has(rule.id))).toEqual([])
      for (const link of await page.locator('main a.id').all())
        expect(await link.getAttribute('title')).toMatch(/\w \w/)
    },
  )

  it('the page shows the fields of a schema once, with the values of the example, and folds those of errors', async () => {
    const page = await open(served('orders/operations/updateOrder/'))
    const answer = (status: number) => page.locator(`[id="answer/${status}"]`)
    expect(
      await answer(200).locator('.field', { hasText: 'trackingNumber' }).first().locator('.example').innerText(),
    ).toMatch(/^".+"$/)
    expect(await answer(400).locator('details', { hasText: 'Fields' }).getAttribute('open')).toBeNull()
    expect(await answer(404).locator('.fields').count()).toBe(0)
    await answer(404).getByRole('link', { name: 'as 400' }).click()
    expect(page.url()).toMatch(/#answer\/400$/)
  })

  it('each sample takes the base URL and the credential of the reader, which the page forgets with the tab', async () => {
    const page = await open(served('orders/operations/getOrder/'))
    const sent: string[] = []
    page.on('request', (request) =>
      sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData()}`),
    )
    const own = page.locator('.own')
    await own.locator('summary').click()
    await own.getByLabel('Base URL').fill('https://orders.example/v7/')
    await own.getByLabel('User and password').fill('s3cret')
    await own.getByLabel('User and password').press('Enter')
    const basic = `Basic ${btoa('s3cret:')}`
    const samples = async () =>
      Promise.all(
        ['curl', 'fetch', 'client', 'python', 'go'].map((name) => page.locator(`[data-tab=${name}] pre`).textContent()),
      )
    for (const sample of await samples()) {
      expect(sample).toContain('https://orders.example/v7')
      expect(sample).not.toContain('127.0.0.1')
      expect(sample).toMatch(sample?.includes('createOrdersClient') ? /'s3cret'/ : new RegExp(basic))
    }
    // The form calls the mock as before.
    await page.locator('.try > summary').click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.result .answer-body').first().waitFor()
    await page.goto(served('orders/operations/listOrders/'))
    for (const sample of await samples()) expect(sample).toContain('https://orders.example/v7')
    await page.goto(served('secrets/operations/readSecret/'))
    expect((await samples()).join()).not.toContain('orders.example')
    const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('rulebound.own')))
    expect(await stored()).toEqual([])
    await page.goto(served('orders/operations/listOrders/'))
    await page.getByLabel('Keep them').check()
    expect(await stored()).toEqual(['rulebound.own.orders'])
    await page.getByLabel('Keep them').uncheck()
    expect(await stored()).toEqual([])
    expect(
      sent.filter((one) => one.includes('s3cret') || one.includes(basic) || one.includes('orders.example')),
    ).toEqual([])
    expect(new Set(sent.map((one) => new URL(one.split(' ')[0] ?? '').origin))).toEqual(new Set([portal.mock.origin]))
  })
})

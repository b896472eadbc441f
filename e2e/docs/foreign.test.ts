import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { openWorkspace } from '../../src/workspace/open-workspace.ts'
import { findBarriers, whyNoBrowser } from './browser.fixture.ts'
import { usePortal } from './portal.fixture.ts'

const missing = whyNoBrowser()

const lamp = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, maker: { $ref: '#/components/schemas/Maker' } },
}
const operation = (id: string, tag: string) => ({
  operationId: id,
  summary: `${id}WithANameThatIsLongerThanAPhoneIsWide`,
  tags: [tag],
  parameters: [{ name: 'lampId', in: 'path', required: true, schema: { type: 'string' } }],
  responses: {
    200: { description: 'Done.', content: { 'application/json': { schema: { $ref: '#/components/schemas/Lamp' } } } },
  },
})
const groups = Array.from({ length: 12 }, (_, at) => `group${at}`)
const paths = Object.fromEntries(
  groups.flatMap((tag, at) =>
    Array.from({ length: 30 }, (_, number) => [
      `/bulbs${at}/{lampId}/part${number}`,
      { get: operation(`read${at}x${number}`, tag) },
    ]),
  ),
)
const bulbs = {
  openapi: '3.1.0',
  info: { title: 'Bulbs', version: '1' },
  servers: [
    { url: 'https://{place}.bulbs.example/v1', variables: { place: { default: 'here', enum: ['here', 'there'] } } },
  ],
  paths,
  components: { schemas: { Lamp: lamp, Maker: { type: 'object', properties: { street: { type: 'string' } } } } },
}
const folder = temporaryFolder()
writeFileSync(join(folder, 'shop.json'), JSON.stringify(bulbs))
const openShop = () => openWorkspace({ words: [join(folder, 'shop.json')], from: folder })
const deep = 'shop/operations/read9x17/'

describe.skipIf(missing)(`the docs of a large document in a browser${missing ? `: ${missing}` : ''}`, () => {
  const portal = usePortal({ open: openShop })
  const { open, served } = portal

  it.each(['', 'shop/', 'shop/groups/group9/', 'shop/schemas/', deep])(
    'the page /%s has no barrier, and fits a phone',
    async (path) => {
      const page = await open(served(path), { reducedMotion: 'reduce' })
      expect(await findBarriers(page)).toEqual([])
      expect(await findBarriers(page, ['target-size'])).toEqual([])
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    },
  )

  it('the left column shows the current page, and keeps open what a reader has opened', async () => {
    const page = await open(served(deep), { viewport: { width: 1280, height: 800 } })
    const current = page.locator('.rail-operations [aria-current]')
    expect(await current.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(700)
    await page.locator('.rail summary', { hasText: 'group3' }).click()
    await page.locator('.rail').getByRole('link', { name: 'read3x4' }).click()
    await page.waitForURL(/read3x4/)
    await page.goto(served(deep))
    expect(await page.locator('.rail').getByRole('link', { name: 'read3x5' }).isVisible()).toBe(true)
  })

  it('a schema unfolds where it is named', async () => {
    const page = await open(served(deep))
    await page.getByRole('button', { name: 'Members of Maker' }).click()
    await page.locator('main').getByText('street').first().waitFor()
  })

  it('samples call the mock, or the server that the reader chooses, which the pages remember', async () => {
    const page = await open(served(deep))
    const sample = page.locator('[data-tab=curl] pre')
    expect(await sample.textContent()).toContain(`'${portal.mock.origin}/shop/v1/bulbs9/`)
    await page.locator('.own > summary').click()
    await page.locator('[name=server]').selectOption('https://here.bulbs.example/v1')
    await page.locator('[name="variable:place"]').selectOption('there')
    expect(await sample.textContent()).toContain("'https://there.bulbs.example/v1/bulbs9/")
    await page.goto(served('shop/operations/read1x1/'))
    expect(await sample.textContent()).toContain("'https://here.bulbs.example/v1/bulbs1/")
  })

  it('the form has the values of the sample, and sends nothing without a required one', async () => {
    const page = await open(served(deep))
    await page.locator('.try > summary').click()
    const field = page.locator('[name="path:lampId"]')
    const value = await field.inputValue()
    expect(await page.locator('[data-tab=curl] pre').textContent()).toContain(`/bulbs9/${value}/`)
    await field.fill('')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.result').getByText('Not sent: lampId is required.').waitFor()
    await field.fill(value)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.result .answer-body').waitFor()
    expect(await page.locator('.result .status').textContent()).toBe('200')
  })
})

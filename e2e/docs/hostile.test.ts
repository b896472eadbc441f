import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSiteData } from '../../src/docs/data/site-data.ts'
import { isPage, listPages } from '../../src/docs/site.ts'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { openWorkspace } from '../../src/workspace/open-workspace.ts'
import { whyNoBrowser } from './browser.fixture.ts'
import { usePortal } from './portal.fixture.ts'

const missing = whyNoBrowser()
const run = "document.title='RAN';globalThis.ran=1"

/** What runs or loads something where a page takes it for markup. */
const hostile = [
  `<script>${run}</script>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<img src=x onerror="${run}">`,
  `<svg onload="${run}"><a xlink:href="javascript:${run}">x</a></svg>`,
  `<details open ontoggle="${run}">x</details>`,
  `</code></pre></title></textarea></select><script>${run}</script>`,
  `"><script>${run}</script><a x="`,
  `' onfocus='${run}' autofocus='`,
  `[x](javascript:${run}) <javascript:${run}> [y](data:text/html,<script>${run}</script>)`,
  '![x](http://192.0.2.9/pixel.png) <style>@import "http://192.0.2.9/x.css";body{display:none}</style>',
  `<form action="http://192.0.2.9/"><input autofocus onfocus="${run}"></form><meta http-equiv="refresh" content="0;url=http://192.0.2.9/"><base href="http://192.0.2.9/">`,
].join('\n\n')

const schema = {
  title: hostile,
  description: hostile,
  type: 'object',
  default: hostile,
  examples: [{ [hostile]: hostile }],
  required: [hostile],
  properties: {
    [hostile]: { type: 'string', description: hostile, enum: [hostile], format: hostile },
    more: { $ref: '#/components/schemas/More' },
  },
}
const content = {
  [`application/json;x="${hostile}"`]: { schema, example: { [hostile]: hostile } },
  'application/json': { schema, examples: { [hostile]: { summary: hostile, value: hostile } } },
}
const parameters = ['query', 'header', 'path', 'cookie'].map((place) => ({
  name: place === 'path' ? 'id' : `${place} ${hostile}`,
  in: place,
  required: true,
  description: hostile,
  schema,
  example: hostile,
}))
const operation = (operationId: string) => ({
  operationId,
  summary: hostile,
  description: hostile,
  tags: [hostile],
  parameters,
  requestBody: { description: hostile, content },
  responses: {
    200: { description: hostile, content, headers: { 'X-A': { description: hostile, schema } } },
    default: { description: hostile, content },
  },
  'x-rules': [hostile, 'EVIL-001'],
  'x-assumption': hostile,
})
const published = {
  openapi: '3.1.0',
  info: { title: hostile, version: hostile, description: hostile },
  tags: [{ name: hostile, description: hostile }],
  security: [{ [hostile]: [hostile] }],
  paths: {
    '/things/{id}': { get: operation(hostile), post: operation('plain') },
    [`/${hostile}`]: { get: operation('odd') },
  },
  components: {
    schemas: { More: schema, [hostile]: schema },
    securitySchemes: { [hostile]: { type: 'apiKey', in: 'header', name: hostile, description: hostile } },
  },
  [hostile]: hostile,
}
const rules = JSON.stringify({
  rules: [
    { id: 'EVIL-001', statement: hostile, source: { document: hostile, section: hostile } },
    { id: hostile, statement: hostile },
  ],
})

describe.skipIf(missing)(`pages of a hostile document in a browser${missing ? `: ${missing}` : ''}`, () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'hostile.json'), JSON.stringify(published))
  writeFileSync(join(folder, 'rules.yaml'), rules)
  const open = () => openWorkspace({ words: [join(folder, 'hostile.json')], from: folder })
  const portal = usePortal({ disk: true, open })

  it.each([
    ['served, under the policy of the server', portal.served, false],
    ['on a disk, under the policy in the page', portal.stored, false],
    // The policy is the second wall: the pages themselves must hold no such markup.
    ['on a disk, without a policy', portal.stored, true],
  ])('the pages run and load nothing of a hostile document: %s', async (_, addressOf, bypassCSP) => {
    const pages = listPages(await loadSiteData({ workspace: await open() }), 'folders').filter(
      ({ path }) => isPage(path) && path !== 'live/',
    )
    expect(pages.length).toBeGreaterThan(5)
    for (const { path } of pages) {
      const page = await portal.open(addressOf(path), { bypassCSP })
      await page.evaluate(() => {
        for (const one of document.querySelectorAll('details')) one.open = true
      })
      await page.keyboard.press('/')
      await page.keyboard.type('script')
      await page.locator('[role=option]').first().waitFor()
      expect(await page.title(), path).not.toBe('RAN')
      expect(await page.evaluate(() => 'ran' in globalThis), path).toBe(false)
      const planted =
        'iframe, object, embed, base, main script, main style, main img, main svg, [onerror], [onload], [onfocus], a[href^="javascript:" i], a[href^="data:" i]'
      expect(await page.locator(planted).count(), path).toBe(0)
      expect(portal.faults, path).toEqual({ errors: [], outside: [] })
      await page.context().close()
    }
  })
})

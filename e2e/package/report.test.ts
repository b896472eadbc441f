import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createOrderServer } from '../../examples/orders-server/server.ts'
import { type Faults, findBarriers, startBrowser, watchFaults, whyNoBrowser } from '../docs/browser.fixture.ts'
import { command, environmentWith } from './installed.fixture.ts'

const reason = whyNoBrowser() ?? inject('notInstalled')

describe.skipIf(reason)(`a report of the installed command, from disk${reason ? `: ${reason}` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-report-'))
  const shop = createOrderServer('k-1-2-3')
  let results: { rule: { id: string }; result: string }[]
  let browser: Browser
  let page: Page
  let faults: Faults

  beforeAll(async () => {
    await once(shop.listen(0, '127.0.0.1'), 'listening')
    const address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/api`
    const [html, json] = [join(folder, 'report.html'), join(folder, 'report.json')]
    const reports = [`--report=html=${html}`, `--report=json=${json}`]
    const words = ['verify', '--target', 'examples/orders-server/target.yaml', '--base-url', address, ...reports]
    const env = { ...environmentWith(process.execPath), SHOP_API_KEY: 'k-1-2-3' }
    const child = execFile(process.execPath, [command, ...words], { cwd: inject('project'), env })
    expect(await once(child, 'exit')).toEqual([1, null])
    results = JSON.parse(readFileSync(json, 'utf8')).results
    browser = await startBrowser()
    page = await browser.newPage()
    faults = watchFaults(page)
    await page.goto(pathToFileURL(html).href)
  })
  afterAll(async () => {
    await browser?.close()
    shop.close().closeAllConnections()
    rmSync(folder, { recursive: true })
  })

  const shown = async () =>
    (await page.locator('#rules tbody tr:visible').evaluateAll((rows) => rows.map(({ id }) => id))).sort()
  const idsOf = (chosen: typeof results) => chosen.map(({ rule }) => rule.id).sort()

  it('shows every rule at first', async () => {
    expect(await shown()).toEqual(idsOf(results))
  })

  it('shows the rules of one result', async () => {
    const failed = idsOf(results.filter(({ result }) => result === 'failed'))
    expect(failed.length).toBeGreaterThan(0)
    await page.selectOption('select[name=result]', 'failed')
    expect(await shown()).toEqual(failed)
    await page.selectOption('select[name=result]', '')
  })

  it('shows the rules with the typed words, and says when there are none', async () => {
    await page.fill('input[name=text]', 'ord-073')
    expect(await shown()).toEqual(['ORD-073'])
    await page.fill('input[name=text]', 'no such rule')
    expect(await shown()).toEqual([])
    expect(await page.locator('#none').isVisible()).toBe(true)
    await page.fill('input[name=text]', '')
  })

  it('has no serious barrier, no error, and asks nothing of the network', async () => {
    // The page's content security policy blocks every other script, including the test's.
    const open = await browser.newPage({ bypassCSP: true })
    await open.goto(page.url())
    expect(await findBarriers(open)).toEqual([])
    expect(faults).toEqual({ errors: [], outside: [] })
  })
})

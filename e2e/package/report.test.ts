import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createOrderServer } from '../../examples/orders-server/server.ts'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { findBarriers, startBrowser, watchFaults, whyNoBrowser } from '../docs/browser.fixture.ts'
import { command, environmentWith } from './installed.fixture.ts'

const reason = whyNoBrowser() ?? inject('notInstalled')

describe.skipIf(reason)(`a report of the installed command, from disk${reason ? `: ${reason}` : ''}`, () => {
  const folder = temporaryFolder()
  const shop = createOrderServer('k-1-2-3')
  let browser: Browser

  beforeAll(async () => {
    await once(shop.listen(0, '127.0.0.1'), 'listening')
    const address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/api`
    const reports = ['html', 'json'].map((form) => `--report=${form}=${join(folder, `report.${form}`)}`)
    const words = ['verify', '--target', 'examples/orders-server/target.yaml', '--base-url', address, ...reports]
    const env = { ...environmentWith(process.execPath), SHOP_API_KEY: 'k-1-2-3' }
    const child = execFile(process.execPath, [command, ...words], { cwd: inject('project'), env })
    expect(await once(child, 'exit')).toEqual([1, null])
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    shop.close().closeAllConnections()
  })

  it('the report shows every rule, and the request of the one that failed', async () => {
    const page = await browser.newPage()
    const { results } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
      results: { rule: { id: string }; result: string }[]
    }
    const faults = watchFaults(page)
    await page.goto(pathToFileURL(join(folder, 'report.html')).href)
    const ids = await page.locator('tr[id]').evaluateAll((rules) => rules.map(({ id }) => id))
    expect(ids.filter((id) => id !== 'remark').sort()).toEqual(results.map(({ rule }) => rule.id).sort())
    const { rule } = results.find(({ result }) => result === 'failed') ?? results[0] ?? {}
    expect(await page.locator(`#${rule?.id} pre`).innerText()).toContain('curl')
    expect(faults).toEqual({ errors: [], outside: [] })
  })

  it('the report has no serious barrier', async () => {
    // The page's content security policy blocks every script, including the test's.
    const open = await browser.newPage({ bypassCSP: true })
    await open.goto(pathToFileURL(join(folder, 'report.html')).href)
    expect(await findBarriers(open)).toEqual([])
  })
})

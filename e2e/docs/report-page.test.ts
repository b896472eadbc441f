import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHtml } from '../../src/verify/report/html.ts'
import { sampleLinks, sampleReport } from '../../src/verify/report/sample-report.fixture.ts'
import { type Faults, findBarriers, startBrowser, watchFaults, whyNoBrowser } from './browser.fixture.ts'

const missing = whyNoBrowser()

describe.skipIf(missing)(`the HTML report in a browser, from disk${missing ? `: ${missing}` : ''}`, () => {
  let folder: string
  let browser: Browser
  let page: Page
  let faults: Faults

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'report-'))
    const file = join(folder, 'report.html')
    await writeFile(file, toHtml(sampleReport, sampleLinks))
    browser = await startBrowser()
    page = await browser.newPage()
    faults = watchFaults(page)
    await page.goto(pathToFileURL(file).href)
  })
  afterAll(async () => {
    await browser.close()
    await rm(folder, { recursive: true })
  })

  const shown = () => page.locator('#rules tbody tr:visible').evaluateAll((rows) => rows.map(({ id }) => id))

  it('shows every rule at first', async () => {
    const all = sampleReport.results.map(({ rule }) => rule.id)
    expect((await shown()).sort()).toEqual(all.sort())
  })

  it('shows those of one result', async () => {
    const failed = sampleReport.results.filter(({ result }) => result === 'failed').map(({ rule }) => rule.id)
    await page.selectOption('select[name=result]', 'failed')
    expect(await shown()).toEqual(failed)
    await page.selectOption('select[name=result]', '')
  })

  it('shows those with the words that were typed, and says so when there are none', async () => {
    const [first] = sampleReport.results
    await page.fill('input[name=text]', first?.rule.id.toLowerCase() ?? '')
    expect(await shown()).toEqual([first?.rule.id])
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

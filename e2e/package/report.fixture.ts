import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { watchFaults } from '../docs/browser.fixture.ts'

/**
 * Opens the report of a run from disk, and expects that its filters work.
 *
 * @param folder the folder of `report.html` and `report.json`
 */
export async function expectFilters(page: Page, folder: string): Promise<void> {
  const { results } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
    results: { rule: { id: string }; result: string }[]
  }
  const idsOf = (chosen: typeof results) => chosen.map(({ rule }) => rule.id).sort()
  const shown = async () =>
    (await page.locator('#rules tbody tr:visible').evaluateAll((rows) => rows.map(({ id }) => id))).sort()
  const faults = watchFaults(page)
  await page.goto(pathToFileURL(join(folder, 'report.html')).href)
  expect(await shown()).toEqual(idsOf(results))

  const one = results[0]?.result ?? ''
  const chosen = idsOf(results.filter(({ result }) => result === one))
  expect(chosen.length, 'rules of one result').toBeLessThan(results.length)
  await page.selectOption('select[name=result]', one)
  expect(await shown()).toEqual(chosen)
  await page.selectOption('select[name=result]', '')

  const id = results.at(-1)?.rule.id ?? ''
  await page.fill('input[name=text]', id.toLowerCase())
  expect(await shown()).toContain(id)
  expect((await shown()).length).toBeLessThan(results.length)
  await page.fill('input[name=text]', 'no such rule')
  expect(await shown()).toEqual([])
  expect(await page.locator('#none').isVisible()).toBe(true)
  expect(faults).toEqual({ errors: [], outside: [] })
}

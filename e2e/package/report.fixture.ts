import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { watchFaults } from '../docs/browser.fixture.ts'

/**
 * Opens the report of a run from disk, and expects every rule in it, and each that failed to unfold.
 *
 * @param folder the folder of `report.html` and `report.json`
 */
export async function expectRules(page: Page, folder: string): Promise<void> {
  const { results } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
    results: { rule: { id: string }; result: string }[]
  }
  const faults = watchFaults(page)
  await page.goto(pathToFileURL(join(folder, 'report.html')).href)
  const shown = await page.locator('details').evaluateAll((rules) => rules.map(({ id }) => id))
  expect(shown.toSorted()).toEqual(results.map(({ rule }) => rule.id).sort())
  const { rule } = results.find(({ result }) => result === 'failed') ?? results[0] ?? {}
  const exchange = page.locator(`#${rule?.id} figure`).first()
  expect(await exchange.isVisible()).toBe(false)
  await page.locator(`#${rule?.id} summary`).click()
  expect(await exchange.isVisible()).toBe(true)
  expect(faults).toEqual({ errors: [], outside: [] })
}

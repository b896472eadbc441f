import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadSiteData } from '../../../src/docs/data/site-data.ts'
import { drawPages } from '../../../src/docs/site.ts'
import { writeSite } from '../../../src/docs/write-site.ts'
import { openWorkspace } from '../../../src/workspace/open-workspace.ts'
import { findBarriers, startBrowser, watchFaults } from '../../docs/browser.fixture.ts'

// Looks at pages of a document's site by axe, target sizes included, in a window and on a phone, and takes pictures of an operation.

/** The home, the overview, the schemas and an operation far down. */
const chosen = [/^$/, /^[^/]+\/$/, /\/schemas\/$/, /\/operations\//]

/** @param folder gets the site and the pictures */
export async function lookAtPages(file: string, folder: string): Promise<void> {
  const workspace = await openWorkspace({ words: [file], from: folder })
  await writeSite(join(folder, 'site'), { workspace })
  const paths = drawPages(await loadSiteData({ workspace }), 'files').map(({ path }) => path)
  const browser = await startBrowser()
  for (const kind of chosen) {
    const all = paths.filter((path) => kind.test(path))
    const path = all[Math.floor(all.length * 0.8)]
    if (path === undefined) continue
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    const faults = watchFaults(page)
    await page.goto(pathToFileURL(join(folder, 'site', path, 'index.html')).href)
    const found = [...(await findBarriers(page)), ...(await findBarriers(page, ['target-size']))]
    for (const [name, width, colorScheme] of [
      ['light', 1440, 'light'],
      ['dark', 1440, 'dark'],
      ['phone', 360, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.reload()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      if (wide > width) found.push(`${wide} px wide in a window of ${width}`)
      found.push(...(await findBarriers(page, ['color-contrast', 'target-size'])))
      if (path.includes('/operations/')) {
        await page.reload()
        await page.screenshot({ path: join(folder, `${name}.png`) })
      }
    }
    found.push(...faults.errors, ...faults.outside)
    console.log(`${file} /${path}: ${found.length} findings\n${[...new Set(found)].slice(0, 10).join('\n')}`)
    await page.context().close()
  }
  await browser.close()
}

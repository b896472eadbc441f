import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type LinkForm, type Page, resolveLinks } from './page.ts'
import { consoleData, consolePage } from './pages/console.ts'
import { changelogPage, guidePage, guidesPage } from './pages/guides.ts'
import { homePage } from './pages/home.ts'
import { redocLibrary, referencePage } from './pages/reference.ts'
import { rulesPage } from './pages/rules.ts'
import { machinePage, machinesPage } from './pages/states.ts'
import { systemPage } from './pages/system.ts'
import { upgradePage } from './pages/upgrade.ts'
import { createIdLinks } from './rule-links.ts'
import { searchScript } from './search-records.ts'
import type { SiteData } from './site-data.ts'

const require = createRequire(import.meta.url)

/** Every file of the site. A file is made on its first request. */
export function listPages(site: SiteData, form: LinkForm): Page[] {
  return drawPages(site, form).map(({ path, render }) => ({
    path,
    async render() {
      const content = await render()
      return typeof content === 'string' && isHtml(path) ? resolveLinks(content, path, form) : content
    },
  }))
}

function isHtml(path: string): boolean {
  return path === '' || path.endsWith('/')
}

/** The same files, with `docs:` in front of each link. */
export function drawPages(site: SiteData, form: LinkForm): Page[] {
  const { systems, guides } = site
  const linkIds = createIdLinks(systems)
  return [
    { path: '', render: () => homePage(site) },
    { path: 'guides/', render: () => guidesPage(site) },
    { path: 'changelog/', render: () => changelogPage(site, linkIds) },
    { path: 'console/', render: () => consolePage(site) },
    { path: 'states/', render: () => machinesPage(site) },
    ...guides.map((guide) => ({ path: guide.path, render: () => guidePage(guide, site, linkIds) })),
    ...systems.flatMap((system): Page[] => {
      const { name, contract, upgrade, hasMachine } = system
      const rules = `../rules/${form === 'files' ? 'index.html' : ''}`
      const pages: [path: string, render: false | undefined | Page['render']][] = [
        [`${name}/`, () => systemPage(system, site, linkIds)],
        [`${name}/rules/`, () => rulesPage(system, site, linkIds)],
        [`${name}/reference/`, contract && (() => referencePage(system, contract.document, rules))],
        [`${name}/upgrade/`, upgrade && (() => upgradePage(system, upgrade, linkIds))],
        [`states/${name}/`, hasMachine && (() => machinePage(system, linkIds))],
      ]
      return pages.flatMap(([path, render]) => (render ? [{ path, render }] : []))
    }),
    ...assets(site),
  ]
}

function assets(site: SiteData): Page[] {
  const folder = new URL('./assets/', import.meta.url)
  const files: [name: string, render: Page['render']][] = [
    ...readdirSync(folder).map((name): [string, Page['render']] => [name, () => readFileSync(new URL(name, folder))]),
    ['search-index.js', () => searchScript(site)],
    ['console-data.js', () => consoleData(site)],
    ['redoc.js', redocLibrary],
    ['minisearch.js', () => withoutSourceMap(join(dirname(require.resolve('minisearch')), '../umd/index.js'))],
    ['swagger-ui.js', () => withoutSourceMap(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'))],
    ['swagger-ui.css', () => withoutSourceMap(require.resolve('swagger-ui-dist/swagger-ui.css'))],
  ]
  return files.map(([name, render]) => ({ path: `assets/${name}`, render }))
}

/** A browser would request the source map, which the site does not have. */
function withoutSourceMap(file: string): string {
  return readFileSync(file, 'utf8').replace(/\n?(\/\/|\/\*)# sourceMappingURL=.*\s*$/, '\n')
}

import { readFileSync } from 'node:fs'
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
  const index = form === 'files' ? 'index.html' : ''
  return [
    { path: '', render: () => homePage(site) },
    { path: 'guides/', render: () => guidesPage(site) },
    { path: 'changelog/', render: () => changelogPage(site, linkIds) },
    { path: 'console/', render: () => consolePage(site) },
    { path: 'states/', render: () => machinesPage(site) },
    ...guides.map((guide) => ({ path: guide.path, render: () => guidePage(guide, site, linkIds) })),
    ...systems.flatMap((system): Page[] => {
      const { name, contract, upgrade, hasMachine } = system
      return [
        { path: `${name}/`, render: () => systemPage(system, site, linkIds) },
        { path: `${name}/rules/`, render: () => rulesPage(system, site, linkIds) },
        ...(contract
          ? [
              {
                path: `${name}/reference/`,
                render: () => referencePage(system, contract.document, `../rules/${index}`),
              },
            ]
          : []),
        ...(upgrade ? [{ path: `${name}/upgrade/`, render: () => upgradePage(system, upgrade, linkIds) }] : []),
        ...(hasMachine ? [{ path: `states/${name}/`, render: () => machinePage(system, linkIds) }] : []),
      ]
    }),
    ...assets(site),
  ]
}

function assets(site: SiteData): Page[] {
  const own = [
    'base.css',
    'style.css',
    'redoc.css',
    'console.css',
    'site.js',
    'search.js',
    'filter.js',
    'console.js',
    'reference.js',
  ]
  return [
    ...own.map((name) => ({
      path: `assets/${name}`,
      render: () => readFileSync(new URL(`./assets/${name}`, import.meta.url)),
    })),
    { path: 'assets/search-index.js', render: () => searchScript(site) },
    {
      path: 'assets/minisearch.js',
      render: () => withoutSourceMap(join(dirname(require.resolve('minisearch')), '../umd/index.js')),
    },
    { path: 'assets/console-data.js', render: () => consoleData(site) },
    {
      path: 'assets/swagger-ui.js',
      render: () => withoutSourceMap(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
    },
    {
      path: 'assets/swagger-ui.css',
      render: () => withoutSourceMap(require.resolve('swagger-ui-dist/swagger-ui.css')),
    },
    { path: 'assets/redoc.js', render: redocLibrary },
  ]
}

/** A browser would request the source map, which the site does not have. */
function withoutSourceMap(file: string): string {
  return readFileSync(file, 'utf8').replace(/\n?(\/\/|\/\*)# sourceMappingURL=.*\s*$/, '\n')
}

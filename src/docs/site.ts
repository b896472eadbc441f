import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { escapeMarkdown } from '../html.ts'
import { rootUrl } from '../workspace/root.ts'
import { listAssets } from './assets.ts'
import { pathOfOperation, shownPath, summaryOf } from './data/operations.ts'
import type { SiteData, System } from './data/system.ts'
import { hasRules } from './layout.ts'
import { type Content, type LinkForm, type Page, PageContext, type PageOptions, textOf } from './page.ts'
import { changelogPage, guidePage, guidesPage } from './pages/guides.ts'
import { homePage } from './pages/home.ts'
import { livePage } from './pages/live.ts'
import { operationPage } from './pages/operation.ts'
import { pathsOfEntries, rulesPages } from './pages/rules.ts'
import { schemaPages } from './pages/schemas.ts'
import { machinePage } from './pages/states.ts'
import { downloadOf, groupPages, systemPage } from './pages/system.ts'
import { upgradePage } from './pages/upgrade.ts'

/** A file of the site that is ready to be made. */
export interface SiteFile {
  path: string
  render(): Content | Promise<Content>
}

/** What all pages of a site share. */
function pageOptions(
  { systems, guides, version, brand }: SiteData,
  form: LinkForm,
  pages: readonly Page[],
): PageOptions {
  const entries = systems.flatMap((system) => {
    const paths = pathsOfEntries(system)
    const { rules, gaps } = system.catalogue
    return [...rules, ...gaps].map(({ id, statement }) => [id, { path: paths.get(id) ?? '', statement }] as const)
  })
  return {
    form,
    assets: `assets/${version}/`,
    entries: new Map(entries),
    guides: new Map(guides.map(({ file, path }) => [file, path])),
    brand,
    texts: new Set(pages.flatMap(({ path, hasText }) => (hasText ? [path] : []))),
  }
}

/** Every file of the site. A file is made on its first request. */
export function listPages(site: SiteData, form: LinkForm): SiteFile[] {
  return openSite(site, form).files
}

/** Every file of the site, and what its pages share. */
export function openSite(site: SiteData, form: LinkForm): { files: SiteFile[]; options: PageOptions } {
  const pages = drawPages(site, form)
  const options = pageOptions(site, form, pages)
  const texts = pages
    .filter(({ hasText }) => hasText)
    .map(({ path, render }) => {
      let text: ReturnType<Page['render']> | undefined
      const once = () => {
        text ??= render(new PageContext(path, { ...options, form: 'texts' }))
        return text
      }
      return { path: textOf(path), render: once }
    })
  const files = [
    ...pages.map(({ path, render }) => ({
      path: path.replace(/^assets\//, options.assets),
      render: () => render(new PageContext(path, options)),
    })),
    ...texts,
    { path: 'llms-full.txt', render: async () => (await Promise.all(texts.map(({ render }) => render()))).join('\n') },
  ]
  return { files, options }
}

/** True for a page; false for a script, a style or another file. */
export function isPage(path: string): boolean {
  return path === '' || path.endsWith('/')
}

type Entry = [path: string, render: Page['render'] | false | undefined, hasText?: true]

/** The files of a site, each with what makes it. */
export function drawPages(site: SiteData, form: LinkForm): Page[] {
  const { systems, guides } = site
  const files: Entry[] = [
    ['', (page) => homePage(site, page)],
    ['llms.txt', () => llmsIndex(site)],
    // A disk has no mock whose requests could be watched.
    ['live/', form === 'folders' && livePage],
    ...(site.brand.isPublished
      ? []
      : ([
          ['guides/', (page) => guidesPage(site, page)],
          ['changelog/', (page) => changelogPage(site, page)],
        ] satisfies Entry[])),
    ...guides.map((guide): Entry => [guide.path, (page) => guidePage(guide, site, page), true]),
    ...systems.flatMap((system): Entry[] => {
      const { name, contract, upgrade, diagram } = system
      return [
        [`${name}/`, (page) => systemPage(system, site, page), true],
        [`${name}/upgrade/`, upgrade && ((page) => upgradePage(system, upgrade, page))],
        [`${name}/states/`, diagram && ((page) => machinePage(system, diagram, page))],
        ...[...(contract?.operations.values() ?? [])].map(
          (operation): Entry => [
            pathOfOperation(name, operation.id),
            (page) => operationPage(operation, system, page),
            true,
          ],
        ),
        ...(contract ? downloads(system) : []),
      ]
    }),
  ]
  return [
    ...files.flatMap(([path, render, hasText = false]) => (render ? [{ path, render, hasText }] : [])),
    ...systems.flatMap((system) => (hasRules(system) ? rulesPages(system, site) : [])),
    ...systems.flatMap((system) => (system.contract ? [...groupPages(system), ...schemaPages(system)] : [])),
    ...listAssets(site),
  ]
}

/** The documents as files, in both versions and both forms; a published one as it is. */
function downloads({ name, published }: System): Entry[] {
  if (published) {
    const { file } = published
    return file === undefined ? [] : [[`${name}/${downloadOf(file)}`, () => readFileSync(file)]]
  }
  return ['openapi', 'openapi-3.0'].flatMap((file): Entry[] => {
    const read = () => readFileSync(new URL(`generated/${name}/${file}.yaml`, rootUrl), 'utf8')
    return [
      [`${name}/${file}.yaml`, read],
      [`${name}/${file}.json`, () => `${JSON.stringify(parse(read()), null, 2)}\n`],
    ]
  })
}

/** The list of everything, for programs: guides, systems and operations, each with the address of its text. A document of the reader's comes first. */
function llmsIndex({ systems, guides, brand }: SiteData): string {
  const item = (path: string, title: string, about = '') =>
    `- [${escapeMarkdown(title)}](${textOf(path)})${about === '' ? '' : `: ${about}`}`
  const ofSystems = systems.flatMap((system) => {
    const { name, title, summary, contract } = system
    if (!contract) return []
    const operations = [...contract.operations.values()].map((operation) =>
      item(
        pathOfOperation(name, operation.id),
        summaryOf(operation),
        `\`${operation.method.toUpperCase()} ${shownPath(system, operation)}\``,
      ),
    )
    return [`## ${escapeMarkdown(title)}`, '', item(`${name}/`, 'Overview', escapeMarkdown(summary)), ...operations, '']
  })
  const ofGuides = Map.groupBy(guides, ({ path }) => headingOf(path, systems))
  const listed = (heading: string) => {
    const items = ofGuides.get(heading)?.map(({ path, title }) => item(path, title)) ?? []
    return items.length > 0 ? [`## ${heading}`, '', ...items, ''] : []
  }
  const lines = [...listed(begin), ...listed(anyDocument), ...ofSystems, ...listed(ofInterfaces)]
  return `${[`# ${escapeMarkdown(brand.title)}`, '', ...lines].join('\n').trimEnd()}\n`
}

const [begin, anyDocument, ofInterfaces] = [
  'Your own OpenAPI document',
  'Guides',
  'Guides of these interfaces',
] as const

function headingOf(path: string, systems: SiteData['systems']): string {
  if (path.startsWith('guides/your-own-')) return begin
  return systems.some(({ name }) => path.split('/').includes(name)) ? ofInterfaces : anyDocument
}

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { DocumentNode } from '../contract/json-pointer.ts'
import { rootUrl } from '../workspace/root.ts'
import { listAssets } from './assets.ts'
import { pathOfOperation } from './data/operations.ts'
import { isOfPublished, type SiteData, type System } from './data/system.ts'
import { hasRules } from './layout.ts'
import { createIdLinks } from './markup/rule-links.ts'
import { type LinkForm, type Page, resolveLinks } from './page.ts'
import { changelogPage, guidePage, guidesPage } from './pages/guides.ts'
import { homePage } from './pages/home.ts'
import { livePage } from './pages/live.ts'
import { operationPage } from './pages/operation.ts'
import { rulesPage } from './pages/rules.ts'
import { schemaPages } from './pages/schemas.ts'
import { createSourceLinks, sourcePages } from './pages/source.ts'
import { machinePage, machinesPage } from './pages/states.ts'
import { downloadOf, systemPage } from './pages/system.ts'
import { upgradePage } from './pages/upgrade.ts'

/** Every file of the site. A file is made on its first request. */
export function listPages(site: SiteData, form: LinkForm): Page[] {
  const assets = `assets/${site.version}/`
  return drawPages(site).map(({ path, render }) => ({
    path: path.replace(/^assets\//, assets),
    async render() {
      const content = await render()
      return typeof content === 'string' && isPage(path) ? resolveLinks(content, path, form, assets) : content
    },
  }))
}

/** True for a page; false for a script, a style or another file. */
export function isPage(path: string): boolean {
  return path === '' || path.endsWith('/')
}

/** The same files, with `docs:` in front of each link. */
export function drawPages(site: SiteData): Page[] {
  const { systems, guides } = site
  const linkIds = createIdLinks(systems)
  const linkOf = createSourceLinks(site.sources.values())
  return [
    { path: '', render: () => homePage(site) },
    { path: 'llms.txt', render: () => llmsText(site) },
    { path: 'live/', render: () => livePage(site) },
    ...(isOfPublished(site)
      ? []
      : [
          { path: 'guides/', render: () => guidesPage(site) },
          { path: 'changelog/', render: () => changelogPage(site, linkIds) },
          { path: 'states/', render: () => machinesPage(site) },
        ]),
    ...guides.flatMap((guide): Page[] => [
      { path: guide.path, render: () => guidePage(guide, site, linkIds) },
      { path: `${guide.path}index.md`, render: () => guide.text },
    ]),
    ...systems.flatMap((system): Page[] => {
      const { name, contract, upgrade, diagram } = system
      const pages: [path: string, render: false | undefined | Page['render']][] = [
        [`${name}/`, () => systemPage(system, site, linkIds)],
        [`${name}/rules/`, hasRules(system) && (() => rulesPage(system, site, linkIds, linkOf))],
        [`${name}/upgrade/`, upgrade && (() => upgradePage(system, upgrade, linkIds))],
        [`states/${name}/`, diagram && (() => machinePage(system, diagram, linkIds))],
        ...operationPages(system),
        ...(contract ? downloads(system, contract.document) : []),
      ]
      const own = pages.flatMap(([path, render]) => (render ? [{ path, render }] : []))
      return contract ? [...own, ...schemaPages(system, linkIds)] : own
    }),
    ...[...site.sources.values()].flatMap(sourcePages),
    ...listAssets(site),
  ]

  function operationPages(system: System): [path: string, render: Page['render']][] {
    return [...(system.contract?.operations.values() ?? [])].map((operation) => [
      pathOfOperation(system.name, operation.id),
      () => operationPage(operation, system, linkIds),
    ])
  }
}

/** The documents as files, in both versions and both forms; a published one as it is, and as it is read. */
function downloads({ name, published }: System, document: DocumentNode): [path: string, render: Page['render']][] {
  if (published) {
    const { file } = published
    return [
      ...(file === undefined
        ? []
        : [[`${name}/${downloadOf(file)}`, () => readFileSync(file)] satisfies [string, Page['render']]]),
      [`${name}/read.json`, () => `${JSON.stringify(document, null, 2)}\n`],
    ]
  }
  return ['openapi', 'openapi-3.0'].flatMap((file): [path: string, render: Page['render']][] => {
    const read = () => readFileSync(new URL(`generated/${name}/${file}.yaml`, rootUrl), 'utf8')
    return [
      [`${name}/${file}.yaml`, read],
      [`${name}/${file}.json`, () => `${JSON.stringify(parse(read()), null, 2)}\n`],
    ]
  })
}

/** The site for programs that read text: what there is, and where its documents are. */
function llmsText({ systems, guides }: SiteData): string {
  const lineOf = ({ name, title, summary, published }: System) => {
    const file = published?.file === undefined ? 'read.json' : downloadOf(published.file)
    const link = `[${title.replaceAll(/[[\]\\]/g, '\\$&')}](${name}/${published ? file : 'openapi.yaml'})`
    return published ? `- ${link}` : `- ${link}: ${summary}`
  }
  const pages = guides.map(({ path, title }) => `- [${title}](${path}index.md)`)
  return `# OpenAPI documents

${systems
  .filter(({ contract }) => contract)
  .map(lineOf)
  .join('\n')}
${pages.length > 0 ? `\n## Guides\n\n${pages.join('\n')}\n` : ''}`
}

import { type Html, html } from '../../html.ts'
import { product } from '../../product.ts'
import { baseUrlOf } from '../data/servers.ts'
import type { SiteData, System } from '../data/system.ts'
import { hasRules, renderPage, renderTable, renderTabs } from '../layout.ts'
import { renderInline } from '../markup/markdown.ts'
import { renderCode } from '../markup/to-markdown.ts'
import type { PageContext } from '../page.ts'
import { renderGuideIndex } from './guides.ts'
import { systemPage } from './system.ts'

/** What this is, how to start, and the systems at a glance. */
export function homePage(site: SiteData, page: PageContext): string {
  const [first, ...others] = site.systems
  if (!site.brand.isPublished) return bundledHome(site, page)
  if (first && others.length === 0) return systemPage(first, site, page)
  return renderPage(page, {
    title: page.brand.title,
    description: `Pages about ${site.systems.map((system) => system.title).join(', ')}.`,
    body: html`<h1>${page.brand.title}</h1>
${systemsTable(site, page)}`,
  })
}

function systemsTable({ systems, brand }: SiteData, page: PageContext): Html {
  const rows = systems.map((system) => [
    html`<a href="${page.to(`${system.name}/`)}">${system.title}</a>${system.notice && html` <a class="badge retired" href="${page.to(`${system.name}/`)}" title="${noticeText(system.notice)}">${firstWords(system.notice)}</a>`}
<p>${renderInline(system.summary, page)}</p>`,
    html`<span class="version">${versionOf(system)}</span>`,
    system.base !== '' && html`<code>${baseUrlOf(system) ?? system.base}</code>`,
    system.contract?.operations.size ?? '–',
    hasRules(system) ? html`<a href="${page.to(`${system.name}/rules/`)}">${system.catalogue.rules.length}</a>` : 0,
    hasRules(system) ? html`<a href="${page.to(`${system.name}/rules/#gaps`)}">${system.catalogue.gaps.length}</a>` : 0,
  ])
  const base = brand.isPublished ? 'Base URL' : 'On the mock'
  return renderTable('The systems', ['System', 'Version', base, 'Operations', 'Rules', 'Gaps'], rows)
}

function bundledHome(site: SiteData, page: PageContext): string {
  return renderPage(page, {
    title: product,
    description: 'OpenAPI contracts, with a mock that behaves, typed clients, and a check for every documented rule.',
    body: html`<h1>OpenAPI contracts</h1>
<p class="lead">OpenAPI documents, typed clients and a mock that behaves. Every sentence of their documentation is a rule with an ID: the mock obeys it, and a check proves it.</p>
<h2 id="quick-start">Quick start</h2>
<div class="sample">${renderTabs(
      'start',
      quickStart.map(({ id, label, language, code }) => ({ id, label, content: renderCode(code, language) })),
    )}</div>
<h2 id="systems">The systems</h2>
${systemsTable(site, page)}
<h2 id="guides">Guides</h2>
${renderGuideIndex(site, 'h3', page)}`,
  })
}

/** Ways to begin. `code` is what a reader copies. */
export const quickStart: readonly { id: string; label: string; language: string; code: string }[] = [
  {
    id: 'npx',
    label: 'npx',
    language: 'bash',
    code: `# In a clone of the repository, or where the package is installed:
npx ${product} mock
# Listens on http://127.0.0.1:4010`,
  },
  {
    id: 'curl',
    label: 'curl',
    language: 'bash',
    code: `# Base URLs, credentials and records of everything that the mock serves:
curl http://127.0.0.1:4010/_control/interfaces

curl 'http://127.0.0.1:4010/orders/api/orders?status=Shipped&limit=5' \\
  -u orders.example-key: -H 'Accept: application/json'`,
  },
  {
    id: 'client',
    label: 'Typed client',
    language: 'typescript',
    code: `import { createOrdersClient, listOrders } from '${product}/orders'

const credentials = { ApiKey: 'orders.example-key' }
const orders = createOrdersClient({ baseUrl: 'http://127.0.0.1:4010/orders/api', credentials })

const { data, error } = await listOrders(orders, { status: 'Shipped', limit: 5 })
if (error) throw error
for (const order of data.items) console.log(order.token, order.status)`,
  },
  {
    id: 'image',
    label: 'Image',
    language: 'bash',
    code: `# In a clone of the repository:
npm run build
docker build -t ${product} .
docker run --rm -p 127.0.0.1:4010:4010 ${product}
# These pages are at http://127.0.0.1:4010/docs/`,
  },
]

function noticeText(notice: string): string {
  return notice.replaceAll('**', '').replaceAll('\n', ' ').trim()
}

/** The words in bold that a notice begins with: `Retired`. */
function firstWords(notice: string): string {
  return /^\*\*(.*?)\.?\*\*/.exec(notice)?.[1] ?? 'Notice'
}

function versionOf({ contract }: System): string {
  return contract ? (contract.document.info as { version: string }).version : 'a library'
}

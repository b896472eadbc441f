import { html } from '../../html.ts'
import { product } from '../../product.ts'
import { describeStates } from '../data/check-states.ts'
import { isOfPublished, type SiteData, type System } from '../data/system.ts'
import { hasRules, renderPage, renderTable, renderTabs } from '../layout.ts'
import { renderCode } from '../markup/highlight.ts'
import { renderInline } from '../markup/markdown.ts'
import { renderGuideIndex } from './guides.ts'

/** What this is, how to start, and the systems at a glance. */
export function homePage(site: SiteData): string {
  const { systems, states } = site
  const isPublished = isOfPublished(site)
  const rows = systems.map((system) => [
    html`<a href="docs:${system.name}/">${system.title}</a>${system.notice && html` <a class="badge retired" href="docs:${system.name}/" title="${noticeText(system.notice)}">${firstWords(system.notice)}</a>`}
<p>${renderInline(system.summary)}</p>`,
    html`<span class="version">${versionOf(system)}</span>`,
    system.base !== '' && html`<code>${system.base}</code>`,
    system.contract?.operations.size ?? '–',
    hasRules(system) ? html`<a href="docs:${system.name}/rules/">${system.catalogue.rules.length}</a>` : 0,
    hasRules(system) ? html`<a href="docs:${system.name}/rules/#gaps">${system.catalogue.gaps.length}</a>` : 0,
    ...(states.when === undefined ? [] : [describeStates(system.catalogue.rules, states)]),
  ])
  const columns = [
    'System',
    'Version',
    'On the mock',
    'Operations',
    'Rules',
    'Gaps',
    ...(states.when === undefined ? [] : ['Last run']),
  ]
  const table = html`${renderTable('The systems', columns, rows)}
${
  states.when !== undefined &&
  html`<p class="quiet">Checked ${states.target} on <time datetime="${states.when}">${states.when.slice(0, 16).replace('T', ' ')} UTC</time>.</p>`
}`
  if (isPublished) {
    const [first] = systems
    const title = systems.length === 1 && first ? first.title : 'Interfaces'
    return renderPage({
      path: '',
      title,
      description: `Pages about ${systems.map((system) => system.title).join(', ')}.`.slice(0, 300),
      isPublished,
      body: html`<h1>${title}</h1>
${table}`,
    })
  }
  return renderPage({
    path: '',
    title: product,
    description: 'OpenAPI contracts, with a mock that behaves, typed clients, and a check for every documented rule.',
    body: html`<h1>OpenAPI contracts</h1>
<p class="lead">OpenAPI documents, typed clients and a mock that behaves. Every sentence of their documentation is a rule with an ID: the mock obeys it, and a check proves it.</p>
<h2 id="quick-start">Quick start</h2>
${renderTabs(
  'start',
  quickStart.map(({ id, label, language, code }) => ({ id, label, content: renderCode(code, language) })),
)}
<h2 id="systems">The systems</h2>
${table}
<h2 id="guides">Guides</h2>
${renderGuideIndex(site, 'h3')}`,
  })
}

/** Ways to begin. `code` is what a reader copies. */
export const quickStart: readonly { id: string; label: string; language: string; code: string }[] = [
  {
    id: 'npx',
    label: 'npx',
    language: 'bash',
    code: `npx ${product} mock
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
    code: `import { createOrdersClient } from '${product}/orders'

const orders = createOrdersClient({ baseUrl: 'http://127.0.0.1:4010/orders/api', apiKey: 'orders.example-key' })

const { data, error } = await orders.GET('/orders', { params: { query: { status: 'Shipped', limit: 5 } } })
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

import type { ContractOperation } from '../../contract/contract.ts'
import { escapeHtml, slugOf } from '../html.ts'
import { renderPage } from '../layout.ts'
import { renderInline, renderMarkdown, sectionsOf } from '../markdown.ts'
import type { LinkIds } from '../rule-links.ts'
import { descriptionOf, type SiteData, type System } from '../site-data.ts'
import { operationsByTag, renderOperation, summaryOf } from './operation.ts'
import { renderSchemas } from './schemas.ts'
import { describeStates } from './states-of-checks.ts'

/** One system: what it is, and all its operations and schemas, readable as they are. */
export function systemPage(system: System, site: SiteData, linkIds: LinkIds): string {
  const { name, title, contract } = system
  return renderPage({
    path: `${name}/`,
    title,
    system,
    aside: contract ? contentsOf(system) : '',
    body: `<h1>${escapeHtml(title)}</h1>
<div class="prose">${linkIds(contract ? renderMarkdown(descriptionOf(contract.document.info)) : `<p>${renderInline(system.summary)}</p>`)}</div>
${facts(system, site)}
${contract ? operations(system, linkIds) : ''}
${contract ? renderSchemas(contract, linkIds) : guideOf(system, site)}`,
  })
}

/** What there is of a system without endpoints: the sections of its guide. */
function guideOf({ guide: path }: System, { guides }: SiteData): string {
  const guide = guides.find((one) => one.path === path)
  if (!guide) return ''
  const items = sectionsOf(guide.text)
    .slice(1)
    .map(({ id, title }) => `<li><a href="docs:${guide.path}#${id}">${escapeHtml(title)}</a></li>`)
  return `<h2>In the guide</h2>\n<ul>${items.join('')}</ul>`
}

function facts(system: System, { states }: SiteData): string {
  const { name, base, catalogue, contract } = system
  const list = [
    ...(base === ''
      ? []
      : [
          [
            'On the mock',
            `<code>${escapeHtml(base)}</code>, to call from the <a href="docs:console/#${name}">console</a>`,
          ],
        ]),
    ...(contract ? [['Operations', String(contract.operations.size)]] : []),
    ['Rules', `<a href="docs:${name}/rules/">${catalogue.rules.length} rules, ${catalogue.gaps.length} gaps</a>`],
    ['Checks', describeStates(system, states)],
  ]
  return `<dl class="facts">${list.map(([term, text]) => `<div><dt>${term}</dt><dd>${text}</dd></div>`).join('')}</dl>`
}

function contentsOf(system: System): string {
  const groups = operationsByTag(system).map(
    ({ tag, operations }) =>
      `<li>${escapeHtml(tag)}<ul>${operations.map((operation) => `<li>${operationLink(operation, system)}</li>`).join('')}</ul></li>`,
  )
  return `<nav aria-label="Operations"><p>Operations</p><ul>${groups.join('')}</ul><p><a href="#schemas">Schemas</a></p></nav>`
}

function operationLink(operation: ContractOperation, { contract }: System): string {
  const { id, method } = operation
  return `<a href="#operation/${id}"><span class="method ${method}">${method}</span> ${escapeHtml(summaryOf(operation, contract?.document ?? {}))}</a>`
}

function operations(system: System, linkIds: LinkIds): string {
  const tags = (system.contract?.document.tags ?? []) as { name: string; description?: string }[]
  return operationsByTag(system)
    .map(({ tag, operations }) => {
      const about = tags.find(({ name }) => name === tag)?.description ?? ''
      return `<section aria-labelledby="tag/${slugOf(tag)}"><h2 id="tag/${slugOf(tag)}">${escapeHtml(tag)}</h2>
${linkIds(renderMarkdown(about))}
${operations.map((operation) => renderOperation(operation, system, linkIds)).join('\n')}
</section>`
    })
    .join('\n')
}

import type { ContractOperation } from '../../contract/contract.ts'
import { type Html, html } from '../../html.ts'
import { describeStates } from '../check-states.ts'
import { renderPage } from '../layout.ts'
import { renderInline, renderMarkdown, sectionsOf, slugOf } from '../markdown.ts'
import type { LinkIds } from '../rule-links.ts'
import { descriptionOf, type SiteData, type System } from '../site-data.ts'
import { operationsByTag, renderOperation, summaryOf } from './operation.ts'
import { renderSchemas } from './schemas.ts'

/** One system: an introduction, then all its operations and schemas. */
export function systemPage(system: System, site: SiteData, linkIds: LinkIds): string {
  const { name, title, contract } = system
  const introduction = contract
    ? renderMarkdown(descriptionOf(contract.document.info))
    : html`<p>${renderInline(system.summary)}</p>`
  return renderPage({
    path: `${name}/`,
    title,
    system,
    aside: contract && contentsOf(system),
    body: html`<h1>${title}</h1>
<div class="prose">${linkIds(introduction)}</div>
${facts(system, site)}
${contract && operations(system, linkIds)}
${contract ? renderSchemas(contract, linkIds) : guideOf(system, site)}`,
  })
}

/** For a system without endpoints: the sections of its guide. */
function guideOf({ guide: path }: System, { guides }: SiteData): Html | undefined {
  const guide = guides.find((one) => one.path === path)
  const items = sectionsOf(guide?.text ?? '')
    .slice(1)
    .map(({ id, title }) => html`<li><a href="docs:${path}#${id}">${title}</a></li>`)
  return guide && html`<h2>In the guide</h2>\n<ul>${items}</ul>`
}

function facts(system: System, { states }: SiteData): Html {
  const { name, base, catalogue, contract } = system
  const fact = (term: string, content: Html | number) => html`<div><dt>${term}</dt><dd>${content}</dd></div>`
  const { rules, gaps } = catalogue
  return html`<dl class="facts">${[
    base !== '' &&
      fact('On the mock', html`<code>${base}</code>, to call from the <a href="docs:console/#${name}">console</a>`),
    contract && fact('Operations', contract.operations.size),
    fact('Rules', html`<a href="docs:${name}/rules/">${rules.length} rules, ${gaps.length} gaps</a>`),
    fact('Checks', describeStates(rules, states)),
  ]}</dl>`
}

function contentsOf(system: System): Html {
  const groups = operationsByTag(system).map(
    ({ tag, operations }) =>
      html`<li>${tag}<ul>${operations.map((operation) => html`<li>${operationLink(operation, system)}</li>`)}</ul></li>`,
  )
  return html`<nav aria-label="Operations"><p>Operations</p><ul>${groups}</ul><p><a href="#schemas">Schemas</a></p></nav>`
}

function operationLink(operation: ContractOperation, { contract }: System): Html {
  const { id, method } = operation
  return html`<a href="#operation/${id}"><span class="method ${method}">${method}</span> ${summaryOf(operation, contract?.document ?? {})}</a>`
}

function operations(system: System, linkIds: LinkIds): Html[] {
  const tags = (system.contract?.document.tags ?? []) as { name: string; description?: string }[]
  return operationsByTag(system).map(({ tag, operations }) => {
    const about = tags.find(({ name }) => name === tag)?.description ?? ''
    return html`<section aria-labelledby="tag/${slugOf(tag)}"><h2 id="tag/${slugOf(tag)}">${tag}</h2>
${linkIds(renderMarkdown(about))}
${operations.map((operation) => renderOperation(operation, system, linkIds))}</section>\n`
  })
}

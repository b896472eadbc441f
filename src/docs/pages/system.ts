import { type Html, html } from '../../html.ts'
import { describeStates } from '../data/check-states.ts'
import { addressOf, operationsByTag, pathOfOperation, schemasOf, summaryOf } from '../data/operations.ts'
import { descriptionOf, type Guide, type PublishedSystem, type SiteData, type System } from '../data/system.ts'
import { renderPage } from '../layout.ts'
import { breakAtSlashes, renderInline, renderMarkdown, sectionsOf, slugOf } from '../markup/markdown.ts'
import type { LinkIds } from '../markup/rule-links.ts'
import { pathOfSchema } from './schemas.ts'
import { renderSchemes } from './security.ts'
import { renderTasks } from './tasks.ts'

/** One system: an introduction, then lists of its operations and schemas. */
export function systemPage(system: System, site: SiteData, linkIds: LinkIds): string {
  const { name, title, contract } = system
  // A system without endpoints begins with the first code of its guide.
  const guide = contract ? undefined : site.guides.find(({ path }) => path === system.guide)
  const description = descriptionOf(contract?.document.info)
  // A notice, and the paragraph that says what the system does.
  const opening = system.tasks.length > 0 ? (/^(>.*\n)*\n*(.+\n?)*/.exec(description)?.[0] ?? '') : description
  const introduction = contract ? renderMarkdown(opening) : html`<p>${renderInline(system.summary)}</p>`
  const more = description.slice(opening.length)
  return renderPage({
    path: `${name}/`,
    title,
    description: system.summary.replaceAll('`', ''),
    system,
    body: html`<h1>${title}</h1>
${guide && renderMarkdown(/^```.*?^```$/ms.exec(guide.text)?.[0] ?? '')}
<div class="prose">${linkIds(introduction)}</div>
${renderTasks(system)}
${more !== '' && html`<h2 id="about">About</h2>\n<div class="prose">${linkIds(renderMarkdown(more))}</div>`}
${facts(system, site)}
${guide && contentsOf(guide)}
${renderSchemes(system, linkIds)}
${contract && operations(system, linkIds)}
${contract && schemas(system)}
${system.published && renderLeftOut(system.published.leftOut)}`,
  })
}

/** Name of the published document below the folder of its pages. */
export function downloadOf(file: string): string {
  return `openapi${/\.json$/i.test(file) ? '.json' : '.yaml'}`
}

/** More lines tell nobody more. */
const maxLeftOut = 200

/** The parts of a published document that neither the mock nor these pages use. */
function renderLeftOut(leftOut: PublishedSystem['leftOut']): Html | undefined {
  if (leftOut.length === 0) return undefined
  const items = leftOut
    .slice(0, maxLeftOut)
    .map(({ pointer, reason }) => html`<li><code>${breakAtSlashes(pointer)}</code> ${reason}</li>\n`)
  const more = leftOut.length - items.length
  return html`<h2 id="left-out">Left out</h2>
<p class="quiet">The mock and these pages do without these parts of the document.</p>
<ul>${items}${more > 0 && html`<li>and ${more} more</li>`}</ul>`
}

function contentsOf({ path, text }: Guide): Html {
  const items = sectionsOf(text)
    .slice(1)
    .map(({ id, title }) => html`<li><a href="docs:${path}#${id}">${title}</a></li>`)
  return html`<h2 id="guide">In the guide</h2>\n<ul>${items}</ul>`
}

function facts(system: System, { states }: SiteData): Html {
  const { name, base, catalogue, contract, published } = system
  const fact = (term: string, content: Html | number) => html`<div><dt>${term}</dt><dd>${content}</dd></div>`
  const { rules, gaps } = catalogue
  const download = (file: string, label: string) => html`<a href="docs:${name}/${file}" download>${label}</a>`
  return html`<dl class="facts">${[
    base !== '' && fact('On the mock', html`<code>${base}</code>`),
    contract && fact('Operations', contract.operations.size),
    rules.length > 0 &&
      fact('Rules', html`<a href="docs:${name}/rules/">${rules.length} rules, ${gaps.length} gaps</a>`),
    states.when !== undefined && fact('Last run', describeStates(rules, states)),
    published &&
      fact(
        'OpenAPI',
        html`${published.file && download(downloadOf(published.file), 'as published')} ${download('read.json', 'as it is read: 3.1, JSON')}`,
      ),
    contract &&
      !published &&
      fact(
        'OpenAPI',
        html`3.1 ${download('openapi.yaml', 'YAML')} ${download('openapi.json', 'JSON')}, 3.0 ${download('openapi-3.0.yaml', 'YAML')} ${download('openapi-3.0.json', 'JSON')}`,
      ),
  ]}</dl>`
}

function operations(system: System, linkIds: LinkIds): Html[] {
  const { name, contract } = system
  return operationsByTag(system).map(({ tag, description, operations }) => {
    const items = operations.map((operation) => {
      const { id, method } = operation
      return html`<li><a href="docs:${pathOfOperation(name, id)}">${summaryOf(operation, contract?.document ?? {})}</a>
<span class="address"><span class="method ${method}">${method}</span> <code>${breakAtSlashes(addressOf(system, operation))}</code></span></li>
`
    })
    return html`<section aria-labelledby="tag/${slugOf(tag)}"><h2 id="tag/${slugOf(tag)}">${tag}</h2>
${linkIds(renderMarkdown(description))}
<ul class="operations">${items}</ul></section>\n`
  })
}

function schemas(system: System): Html | undefined {
  if (schemasOf(system).length === 0) return undefined
  const items = schemasOf(system).map(
    ([schema]) => html`<li><a href="docs:${pathOfSchema(system, schema)}">${schema}</a></li>\n`,
  )
  return html`<h2 id="schemas">Schemas</h2>\n<ul class="names">${items}</ul>`
}

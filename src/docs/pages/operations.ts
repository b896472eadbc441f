import { html } from '../../html.ts'
import { addressOf, operationsByTag, pathOfOperation, summaryOf } from '../data/operations.ts'
import type { SiteData } from '../data/system.ts'
import { renderPage } from '../layout.ts'
import { breakAtSlashes } from '../markup/markdown.ts'

/** All operations of all systems. */
export function operationsPage({ systems }: SiteData): string {
  const sections = systems
    .filter(({ contract }) => contract !== undefined)
    .map((system) => {
      const { name, title, contract } = system
      const items = operationsByTag(system)
        .flatMap(({ operations }) => operations)
        .map(
          (
            operation,
          ) => html`<li id="${name}/${operation.id}" data-moved><a href="docs:${pathOfOperation(name, operation.id)}">${summaryOf(operation, contract?.document ?? {})}</a>
<span class="address"><span class="method ${operation.method}">${operation.method}</span> <code>${breakAtSlashes(addressOf(system, operation))}</code></span></li>
`,
        )
      return html`<section id="${name}" data-moved aria-label="${title}"><h2><a href="docs:${name}/">${title}</a></h2>
<ul class="operations">${items}</ul></section>
`
    })
  return renderPage({
    path: 'console/',
    title: 'All operations',
    description: 'All operations of all systems. The page of each operation has a form that calls it on the mock.',
    body: html`<h1>All operations</h1>
<p class="lead">The page of each operation has a form that calls it on the mock.</p>
${sections}`,
  })
}

import type { StateDiagram } from '../../behaviour/state-diagram.ts'
import { type Html, html } from '../../html.ts'
import type { System } from '../data/system.ts'
import { renderPage, renderTable } from '../layout.ts'
import { drawDiagram } from '../markup/diagram.ts'
import { renderInline } from '../markup/markdown.ts'
import type { PageContext } from '../page.ts'

/** One state machine, as a picture and as a table. */
export async function machinePage(system: System, diagram: StateDiagram, page: PageContext): Promise<string> {
  const picture = await drawDiagram(diagram)
  return renderPage(page, {
    title: diagram.title,
    description: `${diagram.states.length} states and ${diagram.transitions.length} transitions, explored with the functions of the mock.`,
    system,
    body: html`<h1>${diagram.title}</h1>
<p class="lead">${renderInline(diagram.about, page)} The functions of the mock produce the diagram, so that both agree.</p>
<h2 id="transitions">Transitions</h2>
${transitionsTable(diagram, page)}
${picture && html`<div class="scroll figure" role="region" aria-label="Diagram" tabindex="0">${picture}</div>`}
<h2 id="states">States</h2>
${statesList(diagram)}`,
  })
}

function transitionsTable({ states, transitions }: StateDiagram, page: PageContext): Html {
  const names = new Map(states.map(({ id, name, group }) => [id, inLine(group ? `${name} (${group})` : name)]))
  const rows = transitions.map(({ from, to, event, rules }) => [
    names.get(from) ?? from,
    event,
    names.get(to) ?? to,
    page.linkIds(rules.join(' ')),
  ])
  return renderTable('Transitions', ['From', 'Event', 'To', 'Rules'], rows)
}

function statesList({ states }: StateDiagram): Html[] {
  return [...Map.groupBy(states, ({ group }) => group)].map(([group, members]) => {
    const items = members.map(
      ({ name, initial }) => html`<li>${inLine(name)}${initial && html` <span class="badge">first</span>`}</li>`,
    )
    return html`${group !== undefined && html`<h3>${group}</h3>`}<ul>${items}</ul>\n`
  })
}

function inLine(name: string): string {
  return name.replaceAll('\n', ', ')
}

import type { StateDiagram } from '../../behaviour/state-diagram.ts'
import { loadDiagram } from '../../interfaces/load.ts'
import { drawDiagram } from '../diagram.ts'
import { escapeHtml, renderTable } from '../html.ts'
import { renderPage } from '../layout.ts'
import { renderInline } from '../markdown.ts'
import type { LinkIds } from '../rule-links.ts'
import type { SiteData, System } from '../site-data.ts'

/** All state machines, each with a link to its page. */
export async function machinesPage({ systems }: SiteData): Promise<string> {
  const drawn = systems.filter(({ hasMachine }) => hasMachine)
  const cards = await Promise.all(
    drawn.map(async ({ name, title: system }) => {
      const { title, states, transitions } = await loadDiagram(name)
      return `<li><a href="docs:states/${name}/">${escapeHtml(title)}</a> ${escapeHtml(system)}: ${states.length} states, ${transitions.length} transitions</li>`
    }),
  )
  return renderPage({
    path: 'states/',
    title: 'States',
    body: `<h1>States</h1>
<p class="lead">What things go through, found by letting the mock’s own functions do it: a diagram and the mock cannot disagree.</p>
<ul class="cards">${cards.join('\n')}</ul>`,
  })
}

/** One state machine, as a picture and as a table. */
export async function machinePage(system: System, linkIds: LinkIds): Promise<string> {
  const diagram = await loadDiagram(system.name)
  return renderPage({
    path: `states/${system.name}/`,
    title: diagram.title,
    system,
    body: `<h1>${escapeHtml(diagram.title)}</h1>
<p class="lead">${linkIds(renderInline(diagram.about))}</p>
<div class="scroll figure" role="region" aria-label="Diagram" tabindex="0">${await drawDiagram(diagram)}</div>
<h2>Transitions</h2>
${linkIds(transitionsTable(diagram))}
<h2>States</h2>
${statesList(diagram)}`,
  })
}

function transitionsTable({ states, transitions }: StateDiagram): string {
  const names = new Map(states.map(({ id, name, group }) => [id, group ? `${name} (${group})` : name]))
  const nameOf = (id: string) => escapeHtml(names.get(id) ?? id).replaceAll('\n', ', ')
  const rows = transitions.map(({ from, to, event, rules }) => [
    nameOf(from),
    escapeHtml(event),
    nameOf(to),
    rules.join(' '),
  ])
  return renderTable('Transitions', ['From', 'What happens', 'To', 'Stands on'], rows)
}

function statesList({ states }: StateDiagram): string {
  const groups = [...Map.groupBy(states, ({ group }) => group)]
  return groups
    .map(([group, members]) => {
      const items = members.map(
        ({ name, initial }) =>
          `<li>${escapeHtml(name).replaceAll('\n', ', ')}${initial ? ' <span class="badge">first</span>' : ''}</li>`,
      )
      return `${group === undefined ? '' : `<h3>${escapeHtml(group)}</h3>`}<ul>${items.join('')}</ul>`
    })
    .join('\n')
}

import { instance } from '@viz-js/viz'
import type { StateDiagram } from '../../behaviour/state-diagram.ts'
import { type Html, html, raw } from '../../html.ts'

/** A diagram as SVG in the colours of the page. A table beside it says the same, so a screen reader meets one picture. */
export async function drawDiagram(diagram: StateDiagram): Promise<Html> {
  const viz = await instance()
  const svg = viz.renderString(toDot(diagram), { format: 'svg' })
  const width = Number(/width="(\d+)pt/.exec(svg)?.[1])
  const label = `${diagram.title}: the table of transitions says the same.`
  const drawn = svg
    .slice(svg.indexOf('<svg ') + '<svg '.length)
    .replace(/<title>.*?<\/title>\n?/gs, '')
    .replace(/<!--.*?-->\n?/gs, '')
  return html`<svg role="img" aria-label="${label}" class="diagram${width > maxFixedWidth && ' wide'}" ${raw(drawn)}`
}

/** In points: 56rem. A wider diagram shrinks with the page, down to this width. */
const maxFixedWidth = 672

/** The font has a fixed width, so that a label is as wide on the page as in the layout. */
function toDot({ states: all, transitions }: StateDiagram): string {
  // A state without transitions adds nothing to the picture; the list below it has all states.
  const states = all.filter(({ id }) => transitions.some(({ from, to }) => from === id || to === id))
  const groups = Map.groupBy(states, ({ group }) => group)
  const ids = new Map(states.map(({ id }, index) => [id, `s${index}`]))
  const boxes = [...groups].map(([group, members], index) => {
    const nodes = members.map(({ id, name, initial }) => {
      return `${ids.get(id)} [label=${quote(name)}${initial ? ' penwidth=2.5' : ''}]`
    })
    return group === undefined
      ? nodes.join('\n')
      : `subgraph cluster_${index} { label=${quote(group)}; ${nodes.join('\n')} }`
  })
  const arrows = [...Map.groupBy(transitions, ({ from, to }) => `${ids.get(from)} -> ${ids.get(to)}`)].map(
    ([arrow, several]) => `${arrow} [label=${quote(several.map(({ event }) => ` ${event} `).join('\n'))}]`,
  )
  return `digraph {
bgcolor=transparent; rankdir=TB; nodesep=0.5; ranksep=0.6; fontname="Courier"; fontsize=12
node [shape=box style=rounded fontname="Courier" fontsize=12 margin="0.2,0.12"]
edge [fontname="Courier" fontsize=10.5 arrowsize=0.7]
${boxes.join('\n')}
${arrows.join('\n')}
}`
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}

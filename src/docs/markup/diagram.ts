import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { StateDiagram } from '../../behaviour/state-diagram.ts'
import { type Html, html, raw } from '../../html.ts'
import { rootUrl } from '../../workspace/root.ts'

/**
 * A diagram as SVG in the colours of the page. A table beside it says the same, so a screen reader meets one picture. Undefined where
 * nobody has drawn it and Graphviz is not installed.
 */
export async function drawDiagram(diagram: StateDiagram): Promise<Html | undefined> {
  const { file, draw } = pictureOf(diagram)
  const place = new URL(file, rootUrl)
  const svg = existsSync(place) ? readFileSync(place, 'utf8') : await draw().catch(unlessMissing)
  if (svg === undefined) return undefined
  const width = Number(/width="(\d+)pt/.exec(svg)?.[1])
  const label = `${diagram.title}: the table of transitions says the same.`
  const drawn = svg
    .slice(svg.indexOf('<svg ') + '<svg '.length)
    .replace(/<title>.*?<\/title>\n?/gs, '')
    .replace(/<!--.*?-->\n?/gs, '')
  return html`<svg role="img" aria-label="${label}" class="diagram${width > maxFixedWidth && ' wide'}" ${raw(drawn)}`
}

/**
 * The picture of a diagram before it is fitted to the page.
 *
 * @returns the file in which the package has it, named by its contents, and what draws it
 */
export function pictureOf(diagram: StateDiagram): { file: string; draw: () => Promise<string> } {
  const dot = toDot(diagram)
  const draw = async () => (await (await import('@viz-js/viz')).instance()).renderString(dot, { format: 'svg' })
  return { file: `generated/diagrams/${createHash('sha256').update(dot).digest('hex').slice(0, 16)}.svg`, draw }
}

/** The package has the drawings of its interfaces, and not the tool, which is larger than all of them. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
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

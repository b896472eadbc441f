import { type Html, html } from '../../html.ts'
import type { ApiServer } from '../data/servers.ts'
import { breakAtSlashes, renderInline } from '../markup/markdown.ts'
import type { PageContext } from '../page.ts'
import { renderItem } from './schemas.ts'

const maxServers = 50

/** The servers of an API, each with its variables. */
export function renderServers(servers: readonly ApiServer[], page: PageContext): Html | undefined {
  if (servers.length === 0) return undefined
  const items = servers.slice(0, maxServers).map(({ template, description, variables }) => {
    const fields = variables.map(({ name, value, choices, description }) => {
      const values = choices.length > 0 && ['one of', ...choices.map((one) => html` <code>${one}</code>`), ', ']
      return renderItem(name, [values, html`default <code>${value}</code>`], {
        meaning: renderInline(description, page),
      })
    })
    const inner = fields.length > 0 && html`<ul class="fields">${fields}</ul>`
    const address = html`<code>${breakAtSlashes(template)}</code>`
    return renderItem(address, undefined, { meaning: renderInline(description, page), inner })
  })
  return html`<h2 id="servers">Servers</h2>\n<ul class="fields">${items}</ul>`
}

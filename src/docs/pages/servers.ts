import { type Html, html, join } from '../../html.ts'
import type { ApiServer } from '../data/servers.ts'
import { breakAtSlashes, renderInline } from '../markup/markdown.ts'
import type { PageContext } from '../page.ts'
import { fieldLine } from './schemas.ts'

/** The servers of an API, each with its variables. */
export function renderServers(servers: readonly ApiServer[], page: PageContext): Html | undefined {
  if (servers.length === 0) return undefined
  const items = servers.slice(0, maxServers).map(({ template, description, variables }) => {
    const fields = variables.map(({ name, value, choices, description }) => {
      const values =
        choices.length > 0 &&
        html`one of ${join(
          choices.map((one) => html`<code>${one}</code>`),
          ' ',
        )}, `
      return html`<li>${fieldLine(name, html`${values}default <code>${value}</code>`)}<div class="meaning">${renderInline(description, page)}</div></li>`
    })
    return html`<li><p class="field"><code>${breakAtSlashes(template)}</code></p><div class="meaning">${renderInline(description, page)}</div>${fields.length > 0 && html`<ul class="fields">${fields}</ul>`}</li>\n`
  })
  return html`<h2 id="servers">Servers</h2>\n<ul class="fields">${items}</ul>`
}

const maxServers = 50

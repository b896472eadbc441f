import type { InterfaceSummary } from '../interfaces/runtime.ts'
import { escapeHtml, renderPage, renderTable } from './page.ts'

/** The list of interfaces, each with a link to its reference, and the names of those that have an upgrade as data. */
export function homePage(interfaces: readonly InterfaceSummary[], upgrades: readonly string[]): string {
  const rows = interfaces.map(({ name, title, prefix }) => [
    `<a href="${name}/">${escapeHtml(title)}</a>`,
    `<code>/${escapeHtml(prefix)}</code>`,
  ])
  return renderPage(
    'Contracts',
    `<h1>Contracts</h1>
<p>The rendered documents of the interfaces that this mock serves. Credentials and base URLs, for programs:
<a href="../_control/interfaces"><code>/_control/interfaces</code></a>.</p>
${renderTable(['Reference', 'Served under'], rows)}
${upgrades.map((name) => `<p>And as tables: <a href="${name}/upgrade">the upgrade of <code>${name}</code></a>, its flags, defaults and steps.</p>`).join('\n')}`,
  )
}

import type { InterfaceSummary } from '../interfaces/runtime.ts'

/** The list of interfaces, each with a link to its reference. */
export function homePage(interfaces: readonly InterfaceSummary[]): string {
  const rows = interfaces.map(
    ({ name, title, prefix }) =>
      `<tr><td><a href="${name}/">${escapeHtml(title)}</a></td><td><code>/${escapeHtml(prefix)}</code></td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contracts</title>
<style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
</style>
<h1>Contracts</h1>
<p>The rendered documents of the interfaces that this mock serves. Credentials and base URLs, for programs:
<a href="../_control/interfaces"><code>/_control/interfaces</code></a>.</p>
<table>
<thead><tr><th scope="col">Reference</th><th scope="col">Served under</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

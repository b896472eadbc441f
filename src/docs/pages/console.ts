import { html } from '../../html.ts'
import { renderPage } from '../layout.ts'
import type { SiteData } from '../site-data.ts'

/** One page to call the running mock from. */
export function consolePage({ systems }: SiteData): string {
  const options = systems
    .filter(({ contract }) => contract !== undefined)
    .map(({ name, title }) => html`<option value="${name}">${title}</option>`)
  return renderPage({
    path: 'console/',
    title: 'Console',
    styles: ['assets/swagger-ui.css', 'assets/console.css'],
    scripts: ['assets/swagger-ui.js', 'assets/console-data.js', 'assets/console.js'],
    body: html`<h1>Console</h1>
<p class="lead">Calls the mock that runs on this machine, with the credentials of its seed.</p>
<noscript><p class="notice">The console needs JavaScript. The <a href="docs:guides/">guides</a> show the same calls with curl.</p></noscript>
<form class="console-settings" data-needs-script hidden>
<label>Interface <select name="interface">${options}</select></label>
<label>Credential <select name="credential"></select></label>
<label>Session <input name="session" value="default" pattern="[\\w.\\-]{1,128}" autocomplete="off" spellcheck="false"></label>
<label>Mock <input name="address" type="url" value="http://127.0.0.1:4010" autocomplete="off"></label>
<label class="check"><input name="list" type="checkbox"> Send listings with the verb <code>LIST</code></label>
<button type="submit">Connect</button>
</form>
<p class="reach" role="status" aria-live="polite"></p>
<div id="console"></div>`,
  })
}

/** The data of the console: for each interface its document and its seeded credentials. */
export function consoleData({ systems }: SiteData): string {
  const data = systems.flatMap(({ name, contract, credentials }) =>
    contract ? [{ name, document: contract.document, credentials }] : [],
  )
  return `globalThis.ruleboundConsole = ${JSON.stringify(data)}\n`
}

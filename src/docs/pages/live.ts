import { html } from '../../html.ts'
import { renderPage } from '../layout.ts'
import type { PageContext } from '../page.ts'

/** Requests to the mock as they come. The script asks the control plane; nothing is rendered here. */
export function livePage(page: PageContext): string {
  return renderPage(page, {
    title: 'Live',
    description: 'Requests to the running mock as they come, and why each was answered as it was.',
    scripts: ['live'],
    body: html`<h1>Live</h1>
<p class="lead">Requests to this mock as they come, and why each was answered as it was. The page calls the control plane, so the same access rules apply.</p>
<noscript><p class="notice">This page needs JavaScript.</p></noscript>
<p id="live-state" role="status">Not connected.</p>
<section aria-labelledby="live-requests-title">
<h2 id="live-requests-title">Requests</h2>
<p id="live-empty">No requests yet.</p>
<ol class="rule-list" id="live-requests"></ol>
</section>
`,
    side: html`<form class="filter" id="live-follow" aria-label="Requests to show">
<label>Session <input name="session" value="default" list="live-sessions" required pattern="[A-Za-z0-9_.\\-]{1,128}"></label>
<label>Control token <input name="token" type="password" autocomplete="off"></label>
<label>Operation <input name="operation" autocomplete="off"></label>
<label>Status <input name="status" placeholder="404 or 4xx" pattern="[1-5]([0-9][0-9]|xx)|none"></label>
<label>Rule <input name="rule"></label>
<p class="buttons"><button>Follow</button> <button type="button" data-stop disabled>Stop</button></p>
<datalist id="live-sessions"></datalist>
</form>`,
  })
}

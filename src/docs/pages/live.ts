import { html } from '../../html.ts'
import type { SiteData } from '../data/system.ts'
import { renderPage } from '../layout.ts'
import type { PageContext } from '../page.ts'

/** Calls of the control plane, below `/_control/sessions/{session}/`. A call with a body shows an example of it. */
const drivesOf = (name: string): { label: string; method?: string; path: string; body?: object }[] => [
  { label: 'Reset the session', path: 'reset' },
  { label: 'Advance the clock', path: 'clock/advance', body: { seconds: 600 } },
  { label: 'Set the clock', method: 'PUT', path: 'clock', body: { now: '2026-03-09T12:00:00Z' } },
  {
    label: 'Inject a fault',
    path: 'faults',
    body: { interface: name, kind: 'status', status: 503, times: 1 },
  },
  { label: 'Remove all faults', method: 'DELETE', path: 'faults' },
  {
    label: 'Write records and conditions',
    path: 'seed',
    body: { interfaces: { [name]: { records: {}, conditions: {} } } },
  },
]

/** Requests to the mock as they come, and its control plane with a face. The script asks the control plane; nothing is rendered here. */
export function livePage(site: SiteData, page: PageContext): string {
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
</form>
<section aria-labelledby="live-drive-title" class="drive">
<h2 id="live-drive-title" class="side-title">Drive the session</h2>
${drivesOf(site.systems[0]?.name ?? '').map(
  ({ label, method = 'POST', path, body }) => html`<form class="filter" data-method="${method}" data-path="${path}">
${body && html`<textarea aria-label="${label}: body, as JSON" rows="2" spellcheck="false">${JSON.stringify(body)}</textarea>`}
<button>${label}</button>
<output></output>
</form>
`,
)}</section>`,
  })
}

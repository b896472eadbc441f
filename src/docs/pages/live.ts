import { html } from '../../html.ts'
import { isOfPublished, type SiteData } from '../data/system.ts'
import { renderPage } from '../layout.ts'

/** Stands in a list until a session is followed. */
const unfilled = html`<option value="">–</option>`

/** Requests to the mock as they come, and its control plane with a face. The script asks the control plane; nothing is rendered here. */
export function livePage(site: SiteData): string {
  const { systems } = site
  const operations = systems.flatMap(({ name, contract }) => {
    const ids = [...(contract?.operations.keys() ?? [])]
    return ids.length > 0 ? [{ name, ids }] : []
  })
  return renderPage({
    path: 'live/',
    title: 'Live',
    description: 'Requests to the running mock as they come, and why each was answered as it was.',
    scripts: ['live'],
    isPublished: isOfPublished(site),
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
<label>Operation <input name="operation" list="live-operations" autocomplete="off"></label>
<label>Status <input name="status" placeholder="404 or 4xx" pattern="[1-5]([0-9][0-9]|xx)|none"></label>
<label>Rule <input name="rule"></label>
<p class="buttons"><button>Follow</button> <button type="button" data-stop disabled>Stop</button></p>
<datalist id="live-sessions"></datalist>
<datalist id="live-operations">${operations.flatMap(({ ids }) => ids.map((id) => html`<option value="${id}"></option>`))}</datalist>
</form>
<section aria-labelledby="live-drive-title" class="drive">
<h2 id="live-drive-title" class="side-title">Drive the session</h2>
<form class="filter" data-drives="reset" aria-label="Reset the session">
<button>Reset the session</button>
<output></output>
</form>
<p class="quiet">When you follow a session, the lists below are filled with the interfaces of this mock.</p>
<form class="filter" data-drives="advance" aria-label="Advance the clock">
<label>Seconds <input name="seconds" type="number" min="0" max="3153600000" value="600" required></label>
<button>Advance the clock</button>
<output></output>
</form>
<form class="filter" data-drives="clock" aria-label="Set the clock">
<label>Moment <input name="now" placeholder="2026-03-09T12:00:00Z" required></label>
<button>Set the clock</button>
<output></output>
</form>
<form class="filter" data-drives="condition" aria-label="Set a condition">
<label>Interface <select name="interface" required>${unfilled}</select></label>
<label>Condition <select name="name" required>${unfilled}</select></label>
<label>Value, as JSON <input name="value" list="live-values" autocomplete="off" required></label>
<datalist id="live-values"></datalist>
<button>Set the condition</button>
<output></output>
<p class="quiet" data-about></p>
</form>
<form class="filter" data-drives="fault" aria-label="Inject a fault">
<label>Interface <select name="interface" required>${unfilled}</select></label>
<label>Operation <select name="operation"><option value="">all</option>${operations.map(
      ({ name, ids }) =>
        html`<optgroup label="${name}" data-interface="${name}">${ids.map((id) => html`<option>${id}</option>`)}</optgroup>`,
    )}</select></label>
<label>Kind <select name="kind"><option>status</option><option>latency</option><option>drop</option><option>truncate</option></select></label>
<label>Status <input name="status" type="number" min="400" max="599" value="503"></label>
<label>Milliseconds <input name="milliseconds" type="number" min="0" value="1000"></label>
<label>Times <input name="times" type="number" min="1" value="1"></label>
<button>Inject the fault</button>
<output></output>
</form>
<form class="filter" data-drives="seed" aria-label="Write records">
<label>Records and conditions, as JSON <textarea name="records" rows="3" spellcheck="false" required placeholder='{"interfaces": {"orders": {"records": {}}}}'></textarea></label>
<button>Write them</button>
<output></output>
</form>
<form class="filter" data-drives="heal" aria-label="Remove all faults">
<button>Remove all faults</button>
<output></output>
</form>
</section>`,
  })
}

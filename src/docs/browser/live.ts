import { readEvents } from '../../client/stream.ts'
import { element } from './parts/elements.ts'
import { isServed } from './parts/links.ts'

// Shows the journal of a session as it grows. All text goes into text nodes, and the token stays in the form.

interface Entry {
  when: string
  interface: string
  operation: string | null
  method: string
  path: string
  query: string[]
  status: number | null
  milliseconds: number
  reason: string | null
  rules: string[]
  faults: string[]
  warnings: string[]
  changes?: { kind: string; key: string; before: unknown; after: unknown }[]
}

/** Requests that the page keeps: more than a reader looks through. */
const maxShown = 5000

const settings = document.querySelector<HTMLFormElement>('#live-follow')
const list = document.querySelector<HTMLElement>('#live-requests')
if (settings && list) start(settings, list)

function start(settings: HTMLFormElement, list: HTMLElement): void {
  const state = document.querySelector<HTMLElement>('#live-state')
  const stop = settings.querySelector<HTMLButtonElement>('[data-stop]')
  let following: AbortController | undefined

  const tell = (text: string) => {
    if (state) state.textContent = text
  }
  const follow = async () => {
    following?.abort()
    const mine = new AbortController()
    following = mine
    list.replaceChildren()
    if (stop) stop.disabled = false
    tell('Connecting …')
    try {
      const query = new URLSearchParams({ follow: 'true', changes: 'true' })
      for (const name of ['operation', 'status', 'rule'])
        if (fieldOf(settings, name)) query.set(name, fieldOf(settings, name))
      const session = fieldOf(settings, 'session')
      const path = `sessions/${encodeURIComponent(session)}/journal?${query}`
      const response = await callControl(settings, path, mine.signal)
      tell(`Following the session ${session}.`)
      await offerSessions(settings, mine.signal)
      const text = response.body?.pipeThrough(new TextDecoderStream())
      for await (const { event, data } of text ? readEvents(text) : []) {
        if (event === 'request') showSoon(list, JSON.parse(data))
        else if (event === 'missed') tell(`${data} requests came too fast, and are not shown.`)
      }
      tell('The session has ended, or the mock has stopped.')
    } catch (error) {
      if (!mine.signal.aborted) tell((error as Error).message)
    } finally {
      if (following === mine && stop) stop.disabled = true
    }
  }

  settings.addEventListener('submit', (event) => {
    event.preventDefault()
    void follow()
  })
  // A page from a disk has no mock.
  if (isServed) void follow()
  stop?.addEventListener('click', () => {
    following?.abort()
    stop.disabled = true
    tell('Stopped.')
  })
}

/** Names the sessions of the mock, to choose from. */
async function offerSessions(settings: HTMLFormElement, signal: AbortSignal): Promise<void> {
  const { sessions } = await (await callControl(settings, 'sessions', signal)).json()
  const names = (sessions as { name: string }[]).map(({ name }) => element('option', { value: name }))
  settings.querySelector('#live-sessions')?.replaceChildren(...names)
}

function fieldOf(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? '').trim()
}

/** @throws {Error} with the reason of the control plane, when it refuses the call */
async function callControl(settings: HTMLFormElement, path: string, signal: AbortSignal): Promise<Response> {
  const token = fieldOf(settings, 'token')
  const headers = new Headers(token === '' ? {} : { authorization: `Bearer ${token}` })
  const response = await fetch(`/_control/${path}`, { headers, signal, credentials: 'omit' }).catch((error: Error) => {
    throw signal.aborted ? error : new Error('The mock does not answer: this page works where a mock serves it.')
  })
  if (response.ok) return response
  const problem: unknown = await response.json().catch(() => undefined)
  const { detail } = Object(problem) as { detail?: unknown }
  throw new Error(typeof detail === 'string' ? detail : `The mock answered ${response.status}.`)
}

const waiting: Entry[] = []

/** Thousands of requests that come at once are shown in one step. */
function showSoon(list: HTMLElement, entry: Entry): void {
  if (waiting.push(entry) > 1) return
  setTimeout(() => {
    const rows = waiting.splice(0).slice(-maxShown).reverse().map(row)
    list.prepend(...rows)
    while (list.children.length > maxShown) list.lastElementChild?.remove()
    document.querySelector('#live-empty')?.setAttribute('hidden', '')
  }, 50)
}

/** A request in one line. Its facts are written when a reader unfolds it. */
function row(entry: Entry): HTMLElement {
  const { when, method, status, milliseconds, faults, reason, rules, warnings } = entry
  const notes = [
    ...(faults.length > 0 ? [`fault ${faults.join(', ')}`] : []),
    ...(warnings.length > 0 ? ['warning'] : []),
  ]
  const summary = element(
    'summary',
    {},
    element('span', { class: `status s${String(status ?? 'x')[0]}` }, `${status ?? 'dropped'}`),
    ' ',
    element('code', {}, `${method} /${entry.interface}${entry.path}`),
    [` ${milliseconds.toFixed(1)} ms`, when.slice(11, 19), ...notes].join(' · '),
    element('span', { class: 'why' }, rules.join(' '), reason === null ? '' : ` ${reason}`),
  )
  const details = element('details', {}, summary)
  details.addEventListener('toggle', () => details.append(factsOf(entry)), { once: true })
  return element('li', {}, details)
}

function factsOf({ interface: system, operation, reason, rules, query, changes = [], warnings }: Entry): HTMLElement {
  // A derived rule has no page.
  const link = (rule: string) =>
    rule.includes('/')
      ? rule
      : element('a', { href: `../${encodeURIComponent(system)}/rules/#${encodeURIComponent(rule)}` }, rule)
  const facts: [string, (string | Node)[]][] = [
    ['Operation', [operation ?? 'none']],
    ['Reason', reason === null ? [] : [reason]],
    ['Rules', rules.flatMap((rule) => [link(rule), ' '])],
    ['Query parameters', query.length > 0 ? [query.join(', ')] : []],
    [
      'Changes',
      changes.map(({ kind, key, before, after }) =>
        element('pre', {}, `${kind} ${key}\n- ${JSON.stringify(before)}\n+ ${JSON.stringify(after)}`),
      ),
    ],
    ['Warnings', warnings.flatMap((warning) => [warning, ' '])],
  ]
  const known = facts.filter(([, values]) => values.length > 0)
  return element(
    'dl',
    {},
    ...known.flatMap(([name, values]) => [element('dt', {}, name), element('dd', {}, ...values)]),
  )
}

import type { PageCall } from '../samples/call.ts'
import { writeSamples } from '../samples/samples.ts'
import { type CallForm, drawCallForm, type PreparedRequest } from './parts/call-form.ts'
import { colourCode } from './parts/code.ts'
import { element, stored } from './parts/elements.ts'
import { addressOf } from './parts/links.ts'
import { drawOwnValues } from './parts/own-values.ts'

// The page of an operation: the samples of its call, and a form that calls it and shows the answer and the rules that decided it.

const issuedToken = stored('sessionStorage', 'rulebound.token')

const data = document.querySelector('#call-data')
const tabs = document.querySelector('[data-tab=curl]')?.parentElement
const { ruleboundSystem: system } = globalThis
if (data && tabs && system) start(JSON.parse(data.textContent ?? '', withDigits), tabs)

/** A number of more digits than JavaScript keeps is a text, in which each of them stands. */
function withDigits(_: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  return typeof value === 'number' && /^-?\d+$/.test(source) && String(value) !== source ? source : value
}

function start(call: PageCall, tabs: Element): void {
  const show = drawSamples(call, tabs)
  tabs.before(drawOwnValues(call, system, show))
  const drawn = drawCallForm(call, system)
  const { form, credential, stop } = drawn
  const result = element('div', { class: 'result', role: 'status', 'aria-live': 'polite' })
  tabs.after(element('details', { class: 'try' }, element('summary', {}, 'Try it'), form, result))
  // The samples use the chosen credential.
  const showCredential = () => {
    const [[header, value] = []] = Object.entries(drawn.carrier().headers)
    if (header !== undefined && value !== undefined) show({ credential: { header, value } })
  }
  credential.addEventListener('change', showCredential)
  const takeToken = () => {
    if (offerIssuedToken(call, drawn)) showCredential()
  }
  takeToken()
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (!isComplete(form, result)) return
    const abort = new AbortController()
    stop.hidden = false
    stop.onclick = () => abort.abort()
    try {
      const text = await send(drawn.prepare(), call, result, abort.signal)
      const token = /"access_token":\s*"([^"]+)"/.exec(text)?.[1]
      if (token !== undefined) issuedToken.set(token)
      if (token !== undefined) takeToken()
    } catch (error) {
      // A body that is to be fields, and is no JSON.
      result.replaceChildren(element('p', { class: 'result-status' }, `Not sent: ${(error as Error).message}`))
    }
    stop.hidden = true
  })
}

/** Adds the samples that the page does not have yet, and returns what writes all of them again. */
function drawSamples(call: PageCall, tabs: Element): (changes: Partial<PageCall>) => void {
  const shown = { ...call }
  const codes = writeSamples(call).map(({ id, label, code }) => {
    const known = tabs.querySelector(`[data-tab=${id}] code`)
    if (known) return known
    const made = element('code', {}, code)
    const sample = element('pre', { tabindex: '0', 'data-language': '' }, made)
    const place = element('div', { id: `language/${id}` }, element('div', { class: 'sample' }, sample))
    tabs.append(element('details', { name: 'language', 'data-tab': id }, element('summary', {}, label), place))
    return made
  })
  return (changes) => {
    Object.assign(shown, changes)
    for (const [at, { code }] of writeSamples(shown).entries()) codes[at]?.replaceChildren(code)
    colourCode()
  }
}

/** A token that the mock has issued is a credential of the other pages: where a sample waits for one, that to begin with. */
function offerIssuedToken({ credential }: PageCall, form: CallForm): boolean {
  const token = issuedToken.get()
  if (token === undefined || !credential?.value.startsWith('Bearer ')) return false
  const role = 'the token just issued'
  form.addCredential({ role, headers: { authorization: `Bearer ${token}` } })
  if (!credential.value.includes('ACCESS_TOKEN')) return false
  form.credential.value = role
  return true
}

/** Names what is missing, and sends nothing then. */
function isComplete(form: HTMLFormElement, result: HTMLElement): boolean {
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>('[required]')]
  const missing = fields.filter(({ value }) => value.trim() === '')
  for (const field of fields) field.toggleAttribute('aria-invalid', missing.includes(field))
  if (missing.length === 0) return true
  const names = missing.map(({ name }) => (name === 'body' ? 'the body' : name.slice(name.indexOf(':') + 1)))
  result.replaceChildren(
    element(
      'p',
      { class: 'result-status' },
      `Not sent: ${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} required.`,
    ),
  )
  missing[0]?.focus()
  return false
}

/** @returns the text of the answer */
async function send(
  request: PreparedRequest,
  call: PageCall,
  result: HTMLElement,
  signal: AbortSignal,
): Promise<string> {
  const { url, method, headers, body } = request
  const started = performance.now()
  const content = element('div')
  const status = element('p', { class: 'result-status' }, 'Waiting for the answer …')
  result.replaceChildren(status)
  try {
    const answer = await fetch(url, { method, headers, signal, ...(body === undefined ? {} : { body }) })
    const time = Math.round(performance.now() - started)
    status.replaceChildren(
      element('span', { class: `status s${String(answer.status)[0]}` }, `${answer.status}`),
      ` ${answer.statusText} · ${time} ms`,
    )
    result.append(renderExplanation(answer.headers), renderHeaders(answer.headers), content)
    return await readBody(answer, content, call.parseAs === 'stream')
  } catch (error) {
    if (signal.aborted) result.append(element('p', { class: 'quiet' }, 'Stopped.'))
    else
      status.textContent = `No answer from ${new URL(url, location.href).origin}: ${(error as Error).message}.${system.isPublished ? ' It may allow no calls from other pages.' : ' Start a mock with npx rulebound mock.'}`
    return ''
  }
}

/** The reason of a refusal, and the rules and assumptions that decided an answer, as the mock names them in its headers. */
function renderExplanation(headers: Headers): HTMLElement {
  const line = (label: string, header: string) => {
    const ids = headers.get(header)?.split(/,\s*/) ?? []
    const links = ids.flatMap((id) => {
      // A derived rule is about an answer of this operation.
      const status = /\/([^/]*)$/.exec(id)?.[1]
      const href = status === undefined ? addressOf(`${system.name}/rules/#${id}`) : `#answer/${status}`
      return [' ', element('a', { href, class: 'id' }, id)]
    })
    return ids.length === 0 ? [] : [element('p', { class: 'ids' }, label, ...links)]
  }
  const reason = headers.get('x-mock-reason')
  return element(
    'div',
    {},
    ...(reason ? [element('p', {}, reason)] : []),
    ...line('Decided by', 'x-mock-rules'),
    ...line('Assumed', 'x-mock-assumptions'),
  )
}

function renderHeaders(headers: Headers): HTMLElement {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`)
  return element(
    'details',
    {},
    element('summary', {}, `${lines.length} headers`),
    element('pre', { tabindex: '0' }, lines.join('\n')),
  )
}

/** Shows a stream as it comes, and anything else when it is whole. */
async function readBody(answer: Response, place: HTMLElement, isStream: boolean): Promise<string> {
  const type = answer.headers.get('content-type') ?? ''
  if (/octet-stream|gzip|zip|image\//.test(type)) {
    place.append(element('p', { class: 'quiet' }, `${(await answer.arrayBuffer()).byteLength} bytes of ${type}`))
    return ''
  }
  const shown = element('pre', { tabindex: '0', class: 'answer-body' })
  place.append(shown)
  if (!isStream || !answer.body || !answer.ok) {
    const text = await answer.text()
    shown.textContent = indented(text) || 'No body'
    colourCode()
    return text
  }
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    shown.append(part)
    shown.scrollTop = shown.scrollHeight
  }
  return ''
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

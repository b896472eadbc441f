import { parameterText, type SentParameter, targetOf } from '../samples/target.ts'
import { colourCode } from './parts/code.ts'
import { element, stored } from './parts/elements.ts'
import { addressOf, isServed } from './parts/links.ts'
import { fillSamples } from './parts/sample-values.ts'

// The form of an operation page: calls the operation on the mock, and shows the answer and the rules that decided it.

const issuedToken = stored('sessionStorage', 'rulebound.token')
const session = stored('sessionStorage', 'rulebound.session')
const issued = 'the token just issued'

for (const form of document.querySelectorAll<HTMLFormElement>('.try form')) start(form)

interface Prepared {
  url: string
  method: string
  headers: Record<string, string>
  body: BodyInit | undefined
}

function start(form: HTMLFormElement): void {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null
  const credential = form.querySelector<HTMLSelectElement>('[name=credential]')
  const stop = form.querySelector<HTMLButtonElement>('[data-stops]')
  const result = form.parentElement?.querySelector<HTMLElement>('.result')
  if (!credential || !stop || !result) return
  const sessionField = field('session')
  if (sessionField) sessionField.value = session.get() ?? sessionField.value
  form.querySelector<HTMLElement>('.mock-address')?.toggleAttribute('hidden', isServed)
  // The server of a published document has no sessions.
  form.querySelector<HTMLElement>('.on-mock')?.toggleAttribute('hidden', !isServed && form.dataset.path !== undefined)
  offerIssuedToken(credential)
  credential.addEventListener('change', () => changeSamples(credential))
  form.querySelector<HTMLSelectElement>('[data-fills-body]')?.addEventListener('change', ({ target }) => {
    const body = form.querySelector('textarea')
    if (body && target instanceof HTMLSelectElement) body.value = target.value
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    session.set(sessionField?.value ?? '')
    if (!isComplete(form, result)) return
    const abort = new AbortController()
    stop.hidden = false
    stop.onclick = () => abort.abort()
    try {
      await send(prepare(form, credential), form, result, abort.signal)
    } catch (error) {
      // A body that is to be fields, and is no JSON.
      result.replaceChildren(element('p', { class: 'result-status' }, `Not sent: ${(error as Error).message}`))
    }
    stop.hidden = true
  })
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

/** The parameters that a reader has given, each in the form of the document. */
function parametersIn(form: HTMLFormElement): SentParameter[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-parameter]')].flatMap((field) => {
    const { parameter, type } = field.dataset
    const [place, name = ''] = field.name.split(/:(.*)/s) as [SentParameter['in'], string]
    const sent = { ...JSON.parse(parameter || '{}'), in: place, name, value: typedValue(type, field.value) }
    return field.value === '' ? [] : [sent]
  })
}

/** The value of a field in the type that the document gives it. */
function typedValue(type: string | undefined, text: string): unknown {
  if (type === 'array') return text.split(',').map((one) => one.trim())
  if (type !== 'object') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function prepare(form: HTMLFormElement, credential: HTMLSelectElement): Prepared {
  const { method = 'GET', address = '', path, accept = '*/*' } = form.dataset
  const { headers: credentialHeaders = '{}', form: credentialFields } = credential.selectedOptions[0]?.dataset ?? {}
  const asList = form.querySelector<HTMLInputElement>('[name=list]')?.checked === true
  const parameters = parametersIn(form).filter(
    ({ in: place, name }) => !(asList && place === 'query' && name === 'list'),
  )
  const target = targetOf(isServed || path === undefined ? address : path, parameters)
  const body = form.querySelector('textarea')
  const mediaType = body?.dataset.mediaType ?? ''
  const isMultipart = mediaType.startsWith('multipart/')
  const hasBody = body !== null && body.value !== '' && method !== 'GET' && method !== 'HEAD'
  const headers: Record<string, string> = {
    Accept: accept,
    ...JSON.parse(credentialHeaders),
    ...Object.fromEntries(parameters.filter((one) => one.in === 'header').map((one) => [one.name, parameterText(one)])),
    // The browser adds the boundary of a multipart form.
    ...(hasBody && !isMultipart ? { 'Content-Type': mediaType } : {}),
  }
  const sessionName = form.querySelector<HTMLInputElement>('[name=session]')?.value ?? ''
  if (sessionName !== '' && sessionName !== 'default' && (isServed || path === undefined))
    headers['X-Mock-Session'] = sessionName
  const send = (text: string) =>
    isMultipart ? partsOf(text, body?.dataset.files?.split(' ') ?? []) : withFields(text, mediaType, credentialFields)
  return {
    url: originOf(form) + target,
    method: asList ? 'LIST' : method,
    headers,
    body: hasBody ? send(body.value) : undefined,
  }
}

/** The fields of a multipart form, from a text of JSON. A file has its text. */
function partsOf(text: string, files: readonly string[]): FormData {
  const parts = new FormData()
  for (const [name, value] of Object.entries(JSON.parse(text)))
    for (const one of [value].flat()) {
      const content = typeof one === 'object' ? JSON.stringify(one) : String(one)
      if (files.includes(name)) parts.append(name, new File([content], `${name}.bin`))
      else if (typeof one === 'object') parts.append(name, new Blob([content], { type: 'application/json' }))
      else parts.append(name, content)
    }
  return parts
}

function originOf(form: HTMLFormElement): string {
  const typed = new FormData(form).get('origin')
  return isServed ? location.origin : String(typed).replace(/\/+$/, '')
}

/** The credential of a token request is a part of its form. */
function withFields(body: string, mediaType: string, fields: string | undefined): string {
  if (mediaType !== 'application/x-www-form-urlencoded' || fields === undefined) return body
  const form = new URLSearchParams(body)
  for (const [name, value] of Object.entries(JSON.parse(fields))) form.set(name, String(value))
  return form.toString()
}

async function send(request: Prepared, form: HTMLFormElement, result: HTMLElement, signal: AbortSignal): Promise<void> {
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
    result.append(renderExplanation(answer.headers, form.dataset.system ?? ''), renderHeaders(answer.headers), content)
    const text = await readBody(answer, content, form.dataset.stream !== undefined)
    keepToken(text)
  } catch (error) {
    if (signal.aborted) result.append(element('p', { class: 'quiet' }, 'Stopped.'))
    else
      status.textContent = `No answer from ${new URL(url, location.href).origin}: ${(error as Error).message}.${form.dataset.path === undefined ? ' Start a mock with npx rulebound mock.' : ' It may allow no calls from other pages.'}`
  }
}

/** The reason of a refusal, and the rules and assumptions that decided an answer, as the mock names them in its headers. */
function renderExplanation(headers: Headers, system: string): HTMLElement {
  const line = (label: string, header: string) => {
    const ids = headers.get(header)?.split(/,\s*/) ?? []
    const links = ids.flatMap((id) => {
      // A derived rule is about an answer of this operation.
      const status = /\/([^/]*)$/.exec(id)?.[1]
      const href = status === undefined ? addressOf(`${system}/rules/#${id}`) : `#answer/${status}`
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

/** A token that the mock has issued becomes a credential of the other pages. */
function keepToken(text: string): void {
  const token = /"access_token":\s*"([^"]+)"/.exec(text)?.[1]
  if (token === undefined) return
  issuedToken.set(token)
  for (const credential of document.querySelectorAll<HTMLSelectElement>('[name=credential]'))
    offerIssuedToken(credential)
}

/** Where a sample waits for a token, the issued one is the credential to begin with. */
function offerIssuedToken(credential: HTMLSelectElement): void {
  const token = issuedToken.get()
  const { value = '' } = document.querySelector<HTMLElement>('[data-base-url]')?.dataset ?? {}
  if (token === undefined || !value.startsWith('Bearer ')) return
  const option = new Option(issued, issued)
  option.dataset.headers = JSON.stringify({ authorization: `Bearer ${token}` })
  credential.querySelector(`option[value="${issued}"]`)?.remove()
  credential.prepend(option)
  if (!value.includes('ACCESS_TOKEN')) return
  option.selected = true
  changeSamples(credential)
}

/** The samples use the chosen credential. */
function changeSamples(credential: HTMLSelectElement): void {
  const [header, value] = Object.entries(JSON.parse(credential.selectedOptions[0]?.dataset.headers ?? '{}'))[0] ?? []
  if (header !== undefined) fillSamples({ header, value: String(value) })
}

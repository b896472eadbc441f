import { element, stored } from './parts/elements.ts'
import { addressOf, isServed } from './parts/links.ts'
import { showCredential, startOwnValues } from './parts/own-values.ts'

// The form of an operation page: calls the operation on the mock, and shows the answer and the rules that decided it.

const issuedToken = stored('sessionStorage', 'rulebound.token')
const session = stored('sessionStorage', 'rulebound.session')
const issued = 'the token just issued'

for (const form of document.querySelectorAll<HTMLFormElement>('.try form')) start(form)
startOwnValues()

interface Prepared {
  url: string
  method: string
  headers: Record<string, string>
  body: string | undefined
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
  offerIssuedToken(credential)
  credential.addEventListener('change', () => changeSamples(credential))
  form.querySelector<HTMLSelectElement>('[data-fills-body]')?.addEventListener('change', ({ target }) => {
    const body = form.querySelector('textarea')
    if (body && target instanceof HTMLSelectElement) body.value = target.value
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    session.set(sessionField?.value ?? '')
    const abort = new AbortController()
    stop.hidden = false
    stop.onclick = () => abort.abort()
    await send(prepare(form, credential), form, result, abort.signal)
    stop.hidden = true
  })
}

function prepare(form: HTMLFormElement, credential: HTMLSelectElement): Prepared {
  const { method = 'GET', address = '', accept = '*/*' } = form.dataset
  const { headers: credentialHeaders = '{}', form: credentialFields } = credential.selectedOptions[0]?.dataset ?? {}
  const values = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)])
  const valuesIn = (place: string) =>
    values.flatMap(([name, value]) =>
      name.startsWith(`${place}:`) ? [[name.slice(place.length + 1), value] as const] : [],
    )
  const path = new Map(valuesIn('path'))
  const asList = values.some(([name]) => name === 'list')
  const query = valuesIn('query')
    .filter(([name, value]) => value !== '' && !(asList && name === 'list'))
    .flatMap(([name, value]) => {
      const isRepeated = form.querySelector(`[name="query:${name}"]`)?.hasAttribute('data-repeated')
      return isRepeated ? value.split(',').map((one) => [name, one.trim()] as const) : [[name, value] as const]
    })
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  const target = address.replace(/\{([^}]+)\}/g, (_, name) =>
    (path.get(name) ?? '').split('/').map(encodeURIComponent).join('/'),
  )
  const body = form.querySelector('textarea')
  const mediaType = body?.dataset.mediaType ?? ''
  const headers: Record<string, string> = {
    Accept: accept,
    ...JSON.parse(credentialHeaders),
    ...Object.fromEntries(valuesIn('header').filter(([, value]) => value !== '')),
    ...(body && body.value !== '' ? { 'Content-Type': mediaType } : {}),
  }
  const sessionName = values.find(([name]) => name === 'session')?.[1] ?? ''
  if (sessionName !== '' && sessionName !== 'default') headers['X-Mock-Session'] = sessionName
  return {
    url: `${originOf(form)}${target}${search === '' ? '' : `?${search}`}`,
    method: asList ? 'LIST' : method,
    headers,
    body: body && body.value !== '' ? withFields(body.value, mediaType, credentialFields) : undefined,
  }
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
      status.textContent = `No answer from ${new URL(url, location.href).origin}: ${(error as Error).message}. Start a mock with npx rulebound mock.`
  }
}

/** The reason of a refusal, and the rules and assumptions that decided an answer, as the mock names them in its headers. */
function renderExplanation(headers: Headers, system: string): HTMLElement {
  const line = (label: string, header: string) => {
    const ids = headers.get(header)?.split(/,\s*/) ?? []
    const links = ids.flatMap((id) => [
      ' ',
      element('a', { href: addressOf(`${system}/rules/#${id}`), class: 'id' }, id),
    ])
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
  const value = document.querySelector('[data-credential=value]')
  if (token === undefined || !value?.textContent?.startsWith('Bearer ')) return
  const option = new Option(issued, issued)
  option.dataset.headers = JSON.stringify({ authorization: `Bearer ${token}` })
  credential.querySelector(`option[value="${issued}"]`)?.remove()
  credential.prepend(option)
  if (value.textContent.includes('ACCESS_TOKEN')) {
    option.selected = true
    changeSamples(credential)
  }
}

/** The samples use the chosen credential. */
function changeSamples(credential: HTMLSelectElement): void {
  const [header, value] = Object.entries(JSON.parse(credential.selectedOptions[0]?.dataset.headers ?? '{}'))[0] ?? []
  if (header !== undefined) showCredential(String(value), header)
}

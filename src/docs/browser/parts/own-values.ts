import { secretOf } from '../../samples/secret-of.ts'
import { element, stored } from './elements.ts'
import { isServed } from './links.ts'

/** Puts a credential into the samples. */
export function showCredential(value: string, header?: string): void {
  const shown = { ...(header && { header }), value, secret: secretOf(value) }
  for (const [part, text] of Object.entries(shown))
    for (const one of document.querySelectorAll(`[data-credential=${part}]`)) one.textContent = text
}

/** Samples call the mock that serves them. */
export function showOwnMock(): void {
  const { mount } = document.querySelector<HTMLElement>('[data-mount]')?.dataset ?? {}
  for (const origin of document.querySelectorAll('[data-origin]')) origin.textContent = location.origin
  if (mount !== undefined) showBase(location.origin + mount)
}

function showBase(base: string): void {
  for (const place of document.querySelectorAll('[data-base]')) place.textContent = base
}

const mock = 'mock'

/**
 * Fills the samples with the server that the reader chooses, which this browser remembers, or with the base URL and the credential of the
 * reader's own. These stay in this tab, or in this browser if the reader wants it, and no request has them.
 */
export function startOwnValues(): void {
  const form = document.querySelector<HTMLFormElement>('.own form')
  if (!form) return
  const { system = '', scheme = '', mount = '', baseUrl = '' } = form.dataset
  const server = form.querySelector<HTMLSelectElement>('[name=server]')
  const choice = stored('localStorage', `rulebound.server.${system}`)
  if (server && isServed) server.prepend(new Option('This mock', mock))
  if (server) server.value = choice.get() ?? server.options[0]?.value ?? ''
  if (server && server.selectedIndex < 0) server.selectedIndex = 0
  form.append(...ownFields(scheme))
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const [tab, browser] = (['sessionStorage', 'localStorage'] as const).map((place) =>
    stored(place, `rulebound.own.${system}`),
  )
  const credentials = [...document.querySelectorAll('[data-credential]')].map((place) => ({
    place,
    text: place.textContent,
  }))

  const show = () => {
    const own = field('base').value.trim().replace(/\/+$/, '')
    const chosen = server?.selectedOptions[0]
    const template = chosen?.dataset.template
    for (const one of form.querySelectorAll<HTMLElement>('[data-variable]'))
      one.hidden = template?.includes(`{${one.dataset.variable}}`) !== true
    const onMock = chosen ? chosen.value === mock : isServed
    showBase(own || (onMock ? location.origin + mount : template === undefined ? baseUrl : filled(template)))
    const secret = field('credential').value.trim()
    if (secret !== '') showCredential(headerOf(scheme, secret))
    else for (const { place, text } of credentials) place.textContent = text
  }
  const filled = (template: string) =>
    template
      .replace(/\{([^{}]+)\}/g, (text, name) => field(`variable:${name}`)?.value ?? text)
      .replace(/^\/\//, 'https://')
      .replace(/\/+$/, '')
  const keep = () => {
    const [base, credential] = [field('base').value, field('credential').value]
    const text = base + credential === '' ? undefined : JSON.stringify({ base, credential })
    tab?.set(text)
    browser?.set(field('keep').checked ? text : undefined)
    if (server) choice.set(server.value)
  }

  const kept = browser?.get()
  const known = JSON.parse(tab?.get() ?? kept ?? '{}')
  field('base').value = known.base ?? ''
  field('credential').value = known.credential ?? ''
  field('keep').checked = kept !== undefined
  form.closest('details')?.toggleAttribute('open', known.base !== undefined)
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', () => {
    show()
    keep()
  })
  show()
}

function ownFields(scheme: string): HTMLElement[] {
  const label = (text: string, attributes: Record<string, string>) =>
    element('label', {}, `${text} `, element('input', { autocomplete: 'off', spellcheck: 'false', ...attributes }))
  const name = scheme === 'Basic' ? 'User and password, as user:password' : 'Token or key'
  const keep = element(
    'label',
    { class: 'check' },
    element('input', { name: 'keep', type: 'checkbox' }),
    ' Keep them when the tab is closed',
  )
  return [
    label('Base URL', { name: 'base', type: 'url', placeholder: 'https://…' }),
    label(name, { name: 'credential', type: 'password' }),
    keep,
    element('p', { class: 'quiet' }, 'The samples show them. They stay in this browser, and nothing is sent.'),
  ]
}

/** The header that carries a credential. */
function headerOf(scheme: string, secret: string): string {
  if (scheme === 'Basic')
    return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(secret.includes(':') ? secret : `${secret}:`)))}`
  return scheme === 'Bearer' ? `Bearer ${secret}` : secret
}

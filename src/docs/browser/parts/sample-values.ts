import { secretOf } from '../../samples/target.ts'
import { colourCode } from './code.ts'
import { element, stored } from './elements.ts'
import { isServed } from './links.ts'

/** The address of the mock in samples. */
const sampleOrigin = 'http://127.0.0.1:4010'
/** What the samples of a page have in the places that a reader changes, and where the mock serves it. */
const place = document.querySelector<HTMLElement>('[data-base-url]')
const { baseUrl = sampleOrigin, mount = '', header = '', value = '', system = '' } = place?.dataset ?? {}

/** The texts of samples as the page came. */
const texts: { node: Text; text: string }[] = []
for (const sample of document.querySelectorAll('.sample, [data-base]')) {
  const walker = document.createTreeWalker(sample, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push({ node: walker.currentNode as Text, text: walker.currentNode.nodeValue ?? '' })
}

const shown = { base: isServed ? location.origin + mount : baseUrl, header, value }

/** Puts a base URL or a credential into the samples. */
export function fillSamples(changes: Partial<typeof shown>): void {
  Object.assign(shown, changes)
  const replaced: [from: string, to: string][] = [
    [baseUrl, shown.base],
    [sampleOrigin, isServed ? location.origin : sampleOrigin],
    [value, shown.value],
    [secretOf(value), secretOf(shown.value)],
    [header, shown.header],
  ]
  const changed = replaced.filter(([from, to]) => from !== '' && from !== to)
  for (const { node, text } of texts)
    node.nodeValue = changed.reduce((all, [from, to]) => all.replaceAll(from, () => to), text)
  colourCode()
}

const mock = 'mock'

/**
 * Fills the samples with the server that the reader chooses, which this browser remembers, or with the base URL and the credential of the
 * reader's own. These stay in this tab, or in this browser if the reader wants it, and no request has them.
 */
export function startOwnValues(): void {
  fillSamples({})
  const form = document.querySelector<HTMLFormElement>('.own form')
  if (!form) return
  const scheme = /^(Basic|Bearer) /.exec(value)?.[1]
  const server = form.querySelector<HTMLSelectElement>('[name=server]')
  const choice = stored('localStorage', `rulebound.server.${system}`)
  if (server && isServed) server.prepend(new Option('This mock', mock))
  if (server) server.value = choice.get() ?? server.options[0]?.value ?? ''
  if (server && server.selectedIndex < 0) server.selectedIndex = 0
  form.append(...ownFields(scheme))
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const [tab, browser] = (['sessionStorage', 'localStorage'] as const).map((one) =>
    stored(one, `rulebound.own.${system}`),
  )
  const filled = (template: string) =>
    template
      .replace(/\{([^{}]+)\}/g, (text, name) => field(`variable:${name}`)?.value ?? text)
      .replace(/^\/\//, 'https://')
      .replace(/\/+$/, '')
  const show = () => {
    const own = field('base').value.trim().replace(/\/+$/, '')
    const chosen = server?.selectedOptions[0]
    const template = chosen?.dataset.template
    for (const one of form.querySelectorAll<HTMLElement>('[data-variable]'))
      one.hidden = template?.includes(`{${one.dataset.variable}}`) !== true
    const onMock = chosen ? chosen.value === mock : isServed
    const base = own || (onMock ? location.origin + mount : template === undefined ? baseUrl : filled(template))
    const secret = field('credential').value.trim()
    fillSamples({ base, ...(secret === '' ? { header, value } : { value: headerOf(scheme, secret) }) })
  }
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

function ownFields(scheme: string | undefined): HTMLElement[] {
  const label = (text: string, attributes: Record<string, string>) =>
    element('label', {}, `${text} `, element('input', { autocomplete: 'off', spellcheck: 'false', ...attributes }))
  const name = scheme === 'Basic' ? 'User and password, as user:password' : 'Token or key'
  const keep = element('input', { name: 'keep', type: 'checkbox' })
  return [
    label('Base URL', { name: 'base', type: 'url', placeholder: 'https://…' }),
    label(name, { name: 'credential', type: 'password' }),
    element('label', { class: 'check' }, keep, ' Keep them when the tab is closed'),
    element('p', { class: 'quiet' }, 'The samples show them. They stay in this browser, and nothing is sent.'),
  ]
}

/** The value of the header that carries a credential. */
function headerOf(scheme: string | undefined, secret: string): string {
  if (scheme !== 'Basic') return scheme === 'Bearer' ? `Bearer ${secret}` : secret
  const pair = secret.includes(':') ? secret : `${secret}:`
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(pair)))}`
}

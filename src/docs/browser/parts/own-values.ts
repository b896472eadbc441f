import { encodeFor } from '../../../client/security.ts'
import type { SystemData } from '../../layout.ts'
import type { PageCall } from '../../samples/call.ts'
import { element, fieldOf, stored } from './elements.ts'
import { isServed } from './links.ts'

const mock = 'mock'

/**
 * Lets the reader choose the server of the samples, which this browser remembers, or the base URL and the credential of the reader's own.
 * These stay in this tab, or in this browser if the reader wants it, and no request has them.
 *
 * @param show puts what is chosen into the samples; called at once, too
 */
export function drawOwnValues(
  call: PageCall,
  { name, servers: ofSystem }: SystemData,
  show: (chosen: Pick<PageCall, 'base' | 'credential'>) => void,
): HTMLElement {
  const { base, mount, credential, servers = ofSystem } = call
  const scheme = /^(Basic|Bearer) /.exec(credential?.value ?? '')?.[1]
  const options = servers.map(
    ({ url, description }) => new Option(description === '' ? url : `${description.slice(0, 60)} (${url})`, url),
  )
  const choice = stored('localStorage', `rulebound.server.${name}`)
  const server = element('select', { name: 'server' }, ...(isServed ? [new Option('This mock', mock)] : []), ...options)
  server.value = choice.get() ?? ''
  if (server.selectedIndex < 0) server.selectedIndex = 0
  const variables = new Map(
    servers
      .flatMap((one) => one.variables)
      .map(({ name, value, choices }) => {
        const field = fieldOf({ name: `variable:${name}` }, value, choices)
        return [name, { field, label: element('label', {}, `${name} `, field) }]
      }),
  )
  const [tab, browser] = [
    stored('sessionStorage', `rulebound.own.${name}`),
    stored('localStorage', `rulebound.own.${name}`),
  ]
  const kept = browser.get()
  const known = JSON.parse(tab.get() ?? kept ?? '{}')
  const ownBase = fieldOf({ name: 'base', type: 'url', placeholder: 'https://…' }, known.base ?? '')
  const ownSecret = fieldOf({ name: 'credential', type: 'password' }, known.credential ?? '')
  const keep = element('input', { name: 'keep', type: 'checkbox' })
  keep.checked = kept !== undefined

  const filled = (template: string) =>
    template
      .replace(/\{([^{}]+)\}/g, (text, name) => variables.get(name)?.field.value ?? text)
      .replace(/^\/\//, 'https://')
      .replace(/\/+$/, '')
  const update = () => {
    const chosen = servers.find(({ url }) => url === server.value)
    for (const [name, { label }] of variables) label.hidden = chosen?.template.includes(`{${name}}`) !== true
    const usual = chosen ? filled(chosen.template) : isServed ? location.origin + mount : base
    const secret = ownSecret.value.trim()
    const value = scheme ? `${scheme} ${encodeFor(scheme, secret)}` : secret
    show({
      base: ownBase.value.trim().replace(/\/+$/, '') || usual,
      credential: credential && secret !== '' ? { ...credential, value } : credential,
    })
  }
  const remember = () => {
    const isEmpty = ownBase.value + ownSecret.value === ''
    const text = isEmpty ? undefined : JSON.stringify({ base: ownBase.value, credential: ownSecret.value })
    tab.set(text)
    browser.set(keep.checked ? text : undefined)
    choice.set(server.value)
  }

  const form = element(
    'form',
    { autocomplete: 'off' },
    ...(servers.length > 0 ? [element('label', {}, 'Server ', server)] : []),
    ...[...variables.values()].map(({ label }) => label),
    element('label', {}, 'Base URL ', ownBase),
    element('label', {}, `${scheme === 'Basic' ? 'User and password, as user:password' : 'Token or key'} `, ownSecret),
    element('label', { class: 'check' }, keep, ' Keep them when the tab is closed'),
    element('p', { class: 'quiet' }, 'The samples show them. They stay in this browser, and nothing is sent.'),
  )
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', () => {
    update()
    remember()
  })
  update()
  const details = element('details', { class: 'own' }, element('summary', {}, 'Server and credential'), form)
  details.open = known.base !== undefined
  return details
}

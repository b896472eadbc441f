import { secretOf } from '../../samples/secret-of.ts'
import { stored } from './elements.ts'

/** Puts a credential into the samples. */
export function showCredential(value: string, header?: string): void {
  const shown = { ...(header && { header }), value, secret: secretOf(value) }
  for (const [part, text] of Object.entries(shown))
    for (const one of document.querySelectorAll(`[data-credential=${part}]`)) one.textContent = text
}

/**
 * Fills the samples with the base URL and the credential of the reader's own server. They stay in this tab, or in this browser if the
 * reader wants it, and no request has them.
 */
export function startOwnValues(): void {
  const form = document.querySelector<HTMLFormElement>('.own form')
  if (!form) return
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const { system = '', scheme = '' } = form.dataset
  const [tab, browser] = (['sessionStorage', 'localStorage'] as const).map((place) =>
    stored(place, `rulebound.own.${system}`),
  )
  const bases = [...document.querySelectorAll('[data-base]')].map((place) => ({ place, text: place.textContent }))
  const credentials = [...document.querySelectorAll('[data-credential]')].map((place) => ({
    place,
    text: place.textContent,
  }))

  const show = () => {
    const base = field('base').value.trim().replace(/\/+$/, '')
    const secret = field('credential').value.trim()
    for (const { place, text } of bases) place.textContent = base || text
    if (secret !== '') showCredential(headerOf(scheme, secret))
    else for (const { place, text } of credentials) place.textContent = text
  }
  const keep = () => {
    const [base, credential] = [field('base').value, field('credential').value]
    const text = base + credential === '' ? undefined : JSON.stringify({ base, credential })
    tab?.set(text)
    browser?.set(field('keep').checked ? text : undefined)
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
  if (known.base !== undefined) show()
}

/** The header that carries a credential. */
function headerOf(scheme: string, secret: string): string {
  if (scheme === 'Basic')
    return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(secret.includes(':') ? secret : `${secret}:`)))}`
  return scheme === 'Bearer' ? `Bearer ${secret}` : secret
}

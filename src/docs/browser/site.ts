import { sampleOrigin } from '../samples/target.ts'
import { colourCode } from './parts/code.ts'
import { element, stored } from './parts/elements.ts'
import { assetAddress, isServed } from './parts/links.ts'
import { startRail } from './parts/rail.ts'
import { startChips, startSchemas } from './parts/unfold.ts'

// Runs on every page.

const tools = element('div', { class: 'tools' })
document.querySelector('.banner')?.append(tools)
if (isServed) startWithCurl()
if (isServed) showThisMock()
startLanguages()
startCopyButtons()
startSearch()
startTheme()
startRail()
startSchemas()
startChips()
colourCode()

/** The quick start begins with what works on the mock that serves it. */
function startWithCurl(): void {
  const curl = document.querySelector('[data-tab=curl][name=start]')
  curl?.parentElement?.prepend(curl)
  curl?.toggleAttribute('open', true)
}

/** Puts the address of the mock that serves the page in the place of the one that the page names. */
function showThisMock(): void {
  const { baseUrl = sampleOrigin, mount = '' } = document.querySelector<HTMLElement>('[data-base-url]')?.dataset ?? {}
  for (const sample of document.querySelectorAll('.sample, [data-base]')) {
    const walker = document.createTreeWalker(sample, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      text.data = text.data.replaceAll(baseUrl, location.origin + mount).replaceAll(sampleOrigin, location.origin)
    }
  }
}

/** Switches between dark and light, for all pages. */
function startTheme(): void {
  const page = document.documentElement
  const choice = stored('localStorage', 'colour-scheme')
  const label = 'Switch between dark and light'
  const button = element('button', { type: 'button', class: 'theme-button', 'aria-label': label }, '◐')
  tools.append(button)
  button.addEventListener('click', () => {
    const scheme = page.classList.contains('dark') ? 'light' : 'dark'
    page.classList.remove('light', 'dark')
    page.classList.add(scheme)
    choice.set(scheme)
  })
}

/** The language that a reader opens is open on all pages. */
function startLanguages(): void {
  const language = stored('localStorage', 'rulebound.language')
  const chosen = language.get()
  for (const tab of document.querySelectorAll<HTMLDetailsElement>('[name=language]')) {
    if (tab.dataset.tab === chosen) tab.open = true
    tab.addEventListener('toggle', () => {
      if (tab.open) language.set(tab.dataset.tab)
    })
  }
}

function startCopyButtons(): void {
  for (const code of document.querySelectorAll('pre')) {
    const button = element('button', { type: 'button', class: 'copy' }, 'Copy')
    button.addEventListener('click', async () => {
      // The lines of a shell session that a reader types, without prompts and without output.
      const text = code.textContent ?? ''
      const typed = [...text.matchAll(/^\$ (.*(?:\\\n.*)*)/gm)].map(([, command]) => command)
      const isSession = code.dataset.language === 'console' && typed.length > 0
      await navigator.clipboard.writeText(isSession ? typed.join('\n') : text)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2000)
    })
    const frame = element('div', { class: 'code' })
    code.replaceWith(frame)
    frame.append(code, button)
  }
}

/** The search is loaded when a reader is about to open it. */
function startSearch(): void {
  const button = element(
    'button',
    { type: 'button', class: 'search-button' },
    element('span', {}, 'Search'),
    element('kbd', {}, '/'),
  )
  const input = element('input', {
    role: 'combobox',
    'aria-label': 'Search operations, parameters, schemas, rules and guides',
    'aria-expanded': 'true',
    'aria-controls': 'found',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'Operations, parameters, schemas, rules, guides',
  })
  const hint = element('p', { class: 'search-hint', role: 'status' }, 'The search is being loaded …')
  const list = element('ul', { id: 'found', role: 'listbox', 'aria-label': 'Results' })
  const content = element('div', { class: 'search' }, input, hint, list)
  const dialog = element('dialog', { closedby: 'any', 'aria-label': 'Search' }, content)
  tools.append(button)
  document.body.append(dialog)
  let isLoaded = false
  const load = () => {
    if (isLoaded) return
    isLoaded = true
    for (const name of ['search-index.js', 'search.js']) {
      // A script element, because a page from a disk may not fetch.
      const script = element('script', { src: assetAddress(name) })
      // Both are loaded at once, and run in this order.
      script.async = false
      document.head.append(script)
    }
  }
  const open = () => {
    if (!dialog.open) dialog.showModal()
    input.select()
    load()
  }
  for (const sign of ['pointerenter', 'touchstart', 'focus']) button.addEventListener(sign, load, { passive: true })
  button.addEventListener('click', open)
  document.addEventListener('keydown', (event) => {
    if (!isSearchKey(event)) return
    event.preventDefault()
    open()
  })
}

function isSearchKey(event: KeyboardEvent): boolean {
  if (event.key === 'k' && (event.ctrlKey || event.metaKey)) return true
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return false
  return !(event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]'))
}

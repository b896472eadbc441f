import { element, stored } from './parts/elements.ts'
import { isServed } from './parts/links.ts'
import { startRail } from './parts/rail.ts'
import { startOwnValues } from './parts/sample-values.ts'
import { startChips, startSchemas } from './parts/unfold.ts'

// Runs on every page.

for (const part of document.querySelectorAll('[data-needs-script]')) part.removeAttribute('hidden')
if (isServed) startWithCurl()
startOwnValues()
startTheme()
startLanguages()
startCopyButtons()
startSearch()
startRail()
startSchemas()
startChips()

/** The quick start begins with what works on the mock that serves it. */
function startWithCurl(): void {
  const curl = document.querySelector('[data-tab=curl][name=start]')
  curl?.parentElement?.prepend(curl)
  curl?.toggleAttribute('open', true)
}

/** Switches between dark and light, for all pages. */
function startTheme(): void {
  const page = document.documentElement
  const choice = stored('localStorage', 'colour-scheme')
  document.querySelector('[data-switches-theme]')?.addEventListener('click', () => {
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
  const button = document.querySelector<HTMLElement>('[data-opens-search]')
  const dialog = document.querySelector('dialog')
  if (!button || !dialog) return
  let isLoaded = false
  const load = () => {
    if (isLoaded) return
    isLoaded = true
    const { index = '', opensSearch = '' } = button.dataset
    for (const src of [index, opensSearch]) {
      // A script element, because a page from a disk may not fetch.
      const script = element('script', { src })
      // Both are loaded at once, and run in this order.
      script.async = false
      document.head.append(script)
    }
  }
  const open = () => {
    if (!dialog.open) dialog.showModal()
    dialog.querySelector('input')?.select()
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

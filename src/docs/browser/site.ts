import { startContents } from './parts/contents.ts'
import { element } from './parts/elements.ts'
import { isServed } from './parts/links.ts'
import { searchDialog } from './parts/search-dialog.ts'
import { startTabs } from './parts/tabs.ts'
import { startTheme } from './parts/theme.ts'

// Runs on every page.

for (const part of document.querySelectorAll('[data-needs-script]')) part.removeAttribute('hidden')
startTheme()
if (isServed) showOwnMock()
startTabs()
startCopyButtons()
startSearch()
startContents()
goWhereContentMoved()
addEventListener('hashchange', goWhereContentMoved)
document.querySelector('.rail [aria-current]')?.scrollIntoView({ block: 'nearest' })
// Samples call the mock that the reader reads them on.
if (isServed) for (const origin of document.querySelectorAll('[data-origin]')) origin.textContent = location.origin

/** The quick start begins with what works on this mock, at its own address. */
function showOwnMock(): void {
  const curl = document.getElementById('start/curl')
  curl?.parentElement?.prepend(curl)
  for (const text of document.querySelectorAll('[data-tabs=start] span')) {
    const own = text.textContent?.replace('http://127.0.0.1:4010', location.origin) ?? ''
    if (text.childElementCount === 0 && own !== text.textContent) text.textContent = own
  }
}

/** A former address of an operation or a schema leads to its present page. */
function goWhereContentMoved(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const link = target?.matches('[data-moved]') ? target.querySelector('a') : null
  if (link) location.replace(link.href)
}

function startCopyButtons(): void {
  for (const code of document.querySelectorAll('pre')) {
    const button = element('button', { type: 'button', class: 'copy' }, 'Copy')
    button.addEventListener('click', async () => {
      // The lines of a shell session that a reader types, without prompts and without output.
      const text = code.textContent ?? ''
      const typed = [...text.matchAll(/^\$ (.*(?:\\\n.*)*)/gm)].map(([, command]) => command)
      const isSession = code.dataset.language === 'shellsession' && typed.length > 0
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
  if (!button) return
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
    const { dialog, input } = searchDialog()
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

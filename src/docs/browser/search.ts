import { createSearch, type Found, type Search, type SearchData } from '../search/find.ts'
import { stemOf } from '../search/words.ts'
import { element } from './parts/elements.ts'
import { addressOf } from './parts/links.ts'

// The search: a dialog over the index that was built ahead. Arrows choose, Enter goes, Escape closes.

declare global {
  var ruleboundSearch: SearchData | undefined
}

const maxResults = 30

const button = document.querySelector<HTMLElement>('[data-opens-search]')
const input = element('input', {
  type: 'search',
  role: 'combobox',
  'aria-label': 'Search operations, parameters, schemas, rules and guides',
  'aria-expanded': 'true',
  'aria-controls': 'found',
  autocomplete: 'off',
  spellcheck: 'false',
  placeholder: 'Operations, parameters, schemas, rules, guides',
})
const hint = element('p', { class: 'search-hint', role: 'status' })
const list = element('ul', { id: 'found', role: 'listbox', 'aria-label': 'Results' })
const dialog = element('dialog', { 'aria-label': 'Search' }, element('div', { class: 'search' }, input, hint, list))
document.body.append(dialog)

let search: Search | undefined
let chosen = 0

input.addEventListener('input', show)
input.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') choose(chosen + 1)
  else if (event.key === 'ArrowUp') choose(chosen - 1)
  else if (event.key === 'Enter') go()
  // A search field takes the first Escape to empty itself.
  else if (event.key === 'Escape') dialog.close()
  else return
  event.preventDefault()
})
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close()
})
button?.addEventListener('click', open)
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return
  if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')) return
  event.preventDefault()
  open()
})
open()

/** What is typed while the index is loaded is searched for as soon as it is there. */
function open(): void {
  if (!dialog.open) dialog.showModal()
  input.select()
  show()
  if (search || document.querySelector('[data-search-index]')) return
  const script = element('script', { src: button?.dataset.index ?? '', 'data-search-index': '' })
  script.addEventListener('load', () => {
    if (ruleboundSearch) search = createSearch(ruleboundSearch)
    show()
  })
  script.addEventListener('error', () => {
    script.remove()
    hint.textContent = 'The index cannot be loaded. Close the search and open it again to try once more.'
  })
  document.head.append(script)
}

function show(): void {
  const asked = input.value.trim()
  const found = search?.(asked) ?? []
  list.replaceChildren(...found.slice(0, maxResults).map(render))
  hint.textContent = describe(asked, found.length)
  choose(0)
}

function describe(asked: string, count: number): string {
  if (!search) return 'The index is being loaded …'
  if (asked === '') return 'Type a word, an ID, a path or a status code. ↑ ↓ choose, Enter opens, Esc closes.'
  if (count === 0) return 'Nothing has any of these words.'
  return `${count} found${count > maxResults ? `, the first ${maxResults} shown` : ''}`
}

function render({ entry, terms }: Found, at: number): HTMLElement {
  const { kind, title, place, summary, path } = entry
  const item = element(
    'li',
    { id: `found-${at}`, role: 'option', 'data-address': addressOf(path) },
    element(
      'div',
      {},
      element('span', { class: 'title' }, ...marked(title, terms)),
      ' ',
      element('span', { class: 'badge' }, kind),
      ' ',
      element('span', { class: 'quiet' }, place),
    ),
    element('p', {}, ...marked(summary, terms)),
  )
  item.addEventListener('click', () => {
    choose(at)
    go()
  })
  return item
}

/** The text with the words that were found in `mark` elements. */
function marked(text: string, terms: readonly string[]): (Node | string)[] {
  return text.split(/([\p{L}\p{N}]+)/u).map((part) => {
    const stem = stemOf(part)
    return terms.some((term) => stem === term || (term.length > 2 && stem.startsWith(term)))
      ? element('mark', {}, part)
      : part
  })
}

function choose(wanted: number): void {
  const items = [...list.children]
  chosen = Math.max(0, Math.min(wanted, items.length - 1))
  items.forEach((item, at) => {
    item.setAttribute('aria-selected', String(at === chosen))
  })
  const item = items[chosen]
  item?.scrollIntoView({ block: 'nearest' })
  if (item) input.setAttribute('aria-activedescendant', item.id)
  else input.removeAttribute('aria-activedescendant')
}

function go(): void {
  const address = list.children[chosen]?.getAttribute('data-address')
  if (typeof address !== 'string') return
  dialog.close()
  location.href = address
}

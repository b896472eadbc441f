import { createSearch, type Found, type Search, type SearchData } from '../search/find.ts'
import { stemOf } from '../search/words.ts'
import { element } from './parts/elements.ts'
import { addressOf } from './parts/links.ts'
import { searchDialog } from './parts/search-dialog.ts'

// The search over the index that was built ahead. Arrows choose, and Enter opens. The dialog exists before this script runs, and
// may have text in it already.

declare global {
  var ruleboundSearch: SearchData | undefined
}

const maxResults = 20

const { dialog, input, hint, list } = searchDialog()
// The script of the index runs before this one. If it could not be loaded, there is nothing to search in.
const search: Search | undefined = globalThis.ruleboundSearch && createSearch(globalThis.ruleboundSearch)
let chosen = 0

input.addEventListener('input', show)
input.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') step(1)
  else if (event.key === 'ArrowUp') step(-1)
  else if (event.key === 'Enter') go()
  else return
  event.preventDefault()
})
show()

function show(): void {
  const asked = input.value.trim()
  const found = search?.(asked) ?? []
  list.replaceChildren(...found.slice(0, maxResults).map(render))
  hint.textContent = describe(asked, found.length)
  choose(0)
  // Scrolling computes the layout, which the answer to a keystroke does not wait for.
  requestAnimationFrame(() => {
    list.scrollTop = 0
  })
}

function step(by: number): void {
  choose(chosen + by)
  list.children[chosen]?.scrollIntoView({ block: 'nearest' })
}

function describe(asked: string, count: number): string {
  if (!search) return 'The index cannot be loaded. Load the page again to try once more.'
  if (asked === '') return 'Type a word, an ID, a path or a status code. ↑ ↓ choose, Enter opens, Esc closes.'
  if (count === 0) return 'Nothing is about this. Try other words, or fewer.'
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
  if (item) input.setAttribute('aria-activedescendant', item.id)
  else input.removeAttribute('aria-activedescendant')
}

function go(): void {
  const address = list.children[chosen]?.getAttribute('data-address')
  if (typeof address !== 'string') return
  dialog.close()
  location.href = address
}

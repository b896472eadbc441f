import { createSearch, type Found, type Search, type SearchData } from '../search/find.ts'
import { stemOf } from '../search/words.ts'
import { element } from './parts/elements.ts'
import { addressOf } from './parts/links.ts'

// The dialog of the search. Arrows choose, and Enter opens. It may have text in it before this script runs.

declare global {
  var ruleboundSearch: SearchData | undefined
}

const maxResults = 20
const maxSummary = 110

const dialog = document.querySelector('dialog')
const input = dialog?.querySelector('input')
const hint = dialog?.querySelector('.search-hint')
const list = dialog?.querySelector('ul')
if (dialog && input && hint && list) start(dialog, input, hint, list)

function start(dialog: HTMLDialogElement, input: HTMLInputElement, hint: Element, list: HTMLElement): void {
  // The script with the texts runs before this one. If it could not be loaded, there is nothing to search in.
  const search: Search | undefined = globalThis.ruleboundSearch && createSearch(globalThis.ruleboundSearch)
  let chosen = 0

  const choose = (wanted: number) => {
    const items = [...list.children]
    chosen = Math.max(0, Math.min(wanted, items.length - 1))
    for (const [at, item] of items.entries()) item.setAttribute('aria-selected', String(at === chosen))
    input.setAttribute('aria-activedescendant', items[chosen]?.id ?? '')
    items[chosen]?.scrollIntoView({ block: 'nearest' })
  }
  const go = () => {
    const address = list.children[chosen]?.getAttribute('data-address')
    if (typeof address !== 'string') return
    dialog.close()
    location.href = address
  }
  const show = () => {
    const query = input.value.trim()
    const found = search?.(query) ?? []
    list.replaceChildren(...found.slice(0, maxResults).map(render))
    hint.textContent = search
      ? describe(query, found.length)
      : 'The search cannot be loaded. Load the page again to try once more.'
    choose(0)
  }

  input.addEventListener('input', show)
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1)
    else if (event.key === 'ArrowUp') choose(chosen - 1)
    else if (event.key === 'Enter') go()
    else return
    event.preventDefault()
  })
  list.addEventListener('click', ({ target }) => {
    choose([...list.children].findIndex((item) => target instanceof Node && item.contains(target)))
    go()
  })
  show()
}

function describe(query: string, count: number): string {
  if (query === '') return 'Type a word, an ID, a path or a status code. ↑ ↓ choose, Enter opens, Esc closes.'
  if (count === 0) return 'Nothing is about this. Try other words, or fewer.'
  return `${count} found${count > maxResults ? `, the first ${maxResults} shown` : ''}`
}

function render({ entry, terms }: Found, at: number): HTMLElement {
  const { kind, title, place, text, path } = entry
  const line = text.replaceAll('`', '').replace(/\s+/g, ' ').trim()
  const summary = line.length > maxSummary ? `${line.slice(0, maxSummary).replace(/\s\S*$/, '')} …` : line
  return element(
    'li',
    { id: `found-${at}`, role: 'option', 'data-address': addressOf(path) },
    element('span', { class: 'title' }, ...marked(title, terms)),
    ' ',
    element('span', { class: 'badge' }, kind),
    ' ',
    element('span', { class: 'quiet' }, place),
    element('p', {}, ...marked(summary, terms)),
  )
}

/** The text with the words that were found in `mark` elements. */
function marked(text: string, terms: readonly string[]): (Node | string)[] {
  return text.split(/([\p{L}\p{N}]+)/u).map((part) => {
    const stem = stemOf(part) ?? part
    return terms.some((term) => stem === term || (term.length > 2 && stem.startsWith(term)))
      ? element('mark', {}, part)
      : part
  })
}

// The search: a dialog over the index that was built ahead. Arrows choose, Enter goes, Escape closes.
{
  const root = document.documentElement.dataset.root ?? './'
  /** @type {any} */
  let index
  /** A page from a disk has no server to find `index.html`. */
  const isOnDisk =
    location.protocol === 'file:' || document.querySelector('.brand')?.getAttribute('href')?.endsWith('index.html')
  const maxResults = 30

  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Search')
  dialog.innerHTML = `<div class="search">
<input type="search" role="combobox" aria-label="Search operations, parameters, schemas, rules and guides" aria-expanded="true" aria-controls="found" autocomplete="off" spellcheck="false" placeholder="Operations, parameters, schemas, rules, guides">
<p class="search-hint" role="status"></p>
<ul id="found" role="listbox" aria-label="Results"></ul></div>`
  document.body.append(dialog)
  const input = /** @type {HTMLInputElement} */ (dialog.querySelector('input'))
  const hint = /** @type {HTMLElement} */ (dialog.querySelector('.search-hint'))
  const list = /** @type {HTMLElement} */ (dialog.querySelector('ul'))
  let chosen = 0

  const addressOf = (/** @type {string} */ path) => {
    const [file = '', fragment] = path.split('#')
    const isFolder = file === '' || file.endsWith('/')
    return `${root}${file}${isFolder && isOnDisk ? 'index.html' : ''}${fragment ? `#${fragment}` : ''}`
  }

  const choose = (/** @type {number} */ wanted) => {
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

  const go = () => {
    const address = /** @type {HTMLElement | undefined} */ (list.children[chosen])?.dataset.address
    if (address === undefined) return
    dialog.close()
    location.href = address
  }

  const show = () => {
    const asked = input.value.trim()
    const found = asked === '' || !index ? [] : index.search(asked, options())
    list.replaceChildren(...found.slice(0, maxResults).map(render))
    hint.textContent = describe(asked, found.length)
    choose(0)
  }

  const options = () => {
    const { prefixFrom, fuzzyFrom, fuzzy, boost } = /** @type {any} */ (globalThis).ruleboundSearch.query
    return {
      combineWith: 'AND',
      boost,
      prefix: (/** @type {string} */ word) => word.length >= prefixFrom,
      fuzzy: (/** @type {string} */ word) => word.length >= fuzzyFrom && fuzzy,
    }
  }

  const describe = (/** @type {string} */ asked, /** @type {number} */ count) => {
    if (!index) return 'The index is being read …'
    if (asked === '') return 'Type a word or an ID. ↑ ↓ choose, Enter opens, Esc closes.'
    if (count === 0) return 'Nothing has all of these words.'
    return `${count} found${count > maxResults ? `, the first ${maxResults} shown` : ''}`
  }

  const render = (
    /** @type {Record<string, string>} */ { kind, title, place, summary, path },
    /** @type {number} */ at,
  ) => {
    const item = document.createElement('li')
    item.id = `found-${at}`
    item.setAttribute('role', 'option')
    item.dataset.address = addressOf(path ?? '')
    const head = document.createElement('div')
    head.append(
      element('span', 'title', title),
      ' ',
      element('span', 'badge', kind),
      ' ',
      element('span', 'quiet', place),
    )
    item.append(head, element('p', '', summary))
    item.addEventListener('click', () => {
      choose(at)
      go()
    })
    return item
  }

  const element = (
    /** @type {string} */ name,
    /** @type {string} */ className,
    /** @type {string | undefined} */ text,
  ) => {
    const made = document.createElement(name)
    made.className = className
    made.textContent = text ?? ''
    return made
  }

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
  // What is typed while the index comes is searched for once it is there.
  const open = async () => {
    if (!dialog.open) dialog.showModal()
    input.select()
    show()
    if (index) return
    await load('minisearch.js')
    await load('search-index.js')
    const { MiniSearch, ruleboundSearch } = /** @type {any} */ (globalThis)
    index ??= MiniSearch.loadJSON(ruleboundSearch.index, ruleboundSearch.options)
    show()
  }

  // Script elements, as a page from a disk may not fetch.
  const load = (/** @type {string} */ name) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = `${root}assets/${name}`
      script.onload = resolve
      script.onerror = reject
      document.head.append(script)
    })

  document.querySelector('[data-opens-search]')?.addEventListener('click', open)
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return
    if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')) return
    event.preventDefault()
    open()
  })
}

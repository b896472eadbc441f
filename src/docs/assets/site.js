// What every page does beyond its text: the colour scheme, and search when it is first asked for.
{
  const page = document.documentElement
  const root = page.dataset.root ?? './'

  for (const part of document.querySelectorAll('[data-needs-script]')) part.removeAttribute('hidden')

  const setScheme = (/** @type {'light' | 'dark'} */ scheme) => {
    page.classList.remove('light', 'dark')
    page.classList.add(scheme)
    page.classList.toggle('dark-mode', scheme === 'dark')
    try {
      localStorage.setItem('redoc.colorMode', scheme)
    } catch {
      // A browser that keeps nothing still shows it on this page.
    }
  }

  document.querySelector('[data-switches-theme]')?.addEventListener('click', () => {
    setScheme(page.classList.contains('dark') ? 'light' : 'dark')
  })

  /** @type {Promise<unknown> | undefined} */
  let loading

  const openSearch = async () => {
    loading ??= loadAll(['minisearch.js', 'search-index.js', 'search.js'])
    await loading
    document.dispatchEvent(new CustomEvent('open-search', { detail: { root } }))
  }

  const loadAll = async (/** @type {string[]} */ names) => {
    for (const name of names) await load(`${root}assets/${name}`)
  }

  // Script elements, as a page from a disk may not fetch.
  const load = (/** @type {string} */ source) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = source
      script.onload = resolve
      script.onerror = reject
      document.head.append(script)
    })

  document.querySelector('[data-opens-search]')?.addEventListener('click', openSearch)
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')) return
    event.preventDefault()
    openSearch()
  })
}

// Filters the rules of a page by text, kind and state, and keeps the filter in the address. An address that names a rule shows it,
// whatever is filtered.

const form = document.querySelector<HTMLFormElement>('.filter')
if (form) startFilter(form)

function startFilter(form: HTMLFormElement): void {
  const output = form.querySelector('output')
  const rules = [...document.querySelectorAll<HTMLElement>('.rule')]
  // Reading all texts takes as long as loading the page, so this waits for the first filter.
  let entries: { entry: HTMLElement; text: string }[] | undefined

  const filter = () => {
    entries ??= rules.map((entry) => ({ entry, text: `${entry.id} ${entry.textContent}`.toLowerCase() }))
    const asked = new FormData(form)
    const value = (name: string) => String(asked.get(name) ?? '')
    const words = value('text').toLowerCase().split(/\s+/)
    const [kind, state] = [value('kind'), value('state')]
    let shown = 0
    for (const { entry, text } of entries) {
      const fits =
        words.every((word) => text.includes(word)) &&
        (kind === '' || entry.dataset.kind === kind) &&
        (state === '' || entry.dataset.state === state)
      entry.hidden = !fits
      if (fits) shown += 1
    }
    for (const section of document.querySelectorAll<HTMLElement>('main section')) {
      section.hidden = !section.querySelector('.rule:not([hidden])')
    }
    if (output) output.value = `${shown} of ${rules.length} shown`
  }

  const keepInAddress = () => {
    const filled = [...new FormData(form)]
      .map(([name, value]) => [name, String(value)])
      .filter(([, value]) => value !== '')
    const query = new URLSearchParams(filled).toString()
    history.replaceState(null, '', `${location.pathname}${query === '' ? '' : `?${query}`}${location.hash}`)
  }

  const showTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!target?.closest('[hidden]')) return
    form.reset()
    filter()
    target.scrollIntoView()
  }

  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value
  }
  form.addEventListener('input', () => {
    filter()
    keepInAddress()
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  addEventListener('hashchange', showTarget)
  if (location.search !== '') {
    filter()
    showTarget()
  }
}

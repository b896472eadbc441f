// Filters the rules of a page by text, kind and state. An address that names a rule shows it, whatever is filtered.
{
  const form = /** @type {HTMLFormElement} */ (document.querySelector('.filter'))
  const output = /** @type {HTMLOutputElement} */ (form.querySelector('output'))
  const entries = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.rule'))].map((entry) => ({
    entry,
    text: `${entry.id} ${entry.textContent}`.toLowerCase(),
  }))

  const filter = () => {
    const asked = new FormData(form)
    const words = String(asked.get('text')).toLowerCase().split(/\s+/)
    const [kind, state] = [asked.get('kind'), asked.get('state')]
    let shown = 0
    for (const { entry, text } of entries) {
      const fits =
        words.every((word) => text.includes(word)) &&
        (!kind || entry.dataset.kind === kind) &&
        (!state || entry.dataset.state === state)
      entry.hidden = !fits
      if (fits) shown += 1
    }
    for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('main section'))) {
      section.hidden = !section.querySelector('.rule:not([hidden])')
    }
    output.value = `${shown} of ${entries.length} shown`
  }

  const showTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!target?.closest('[hidden]')) return
    form.reset()
    filter()
    target.scrollIntoView()
  }

  form.addEventListener('input', filter)
  form.addEventListener('submit', (event) => event.preventDefault())
  addEventListener('hashchange', showTarget)
  filter()
}

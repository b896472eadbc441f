/** Filters the rows of the page. The page contains the text of this function, so the function can use nothing outside itself. */
export function filterRows(): void {
  const form = document.querySelector<HTMLFormElement>('#filters')
  const shown = document.querySelector('#shown')
  const none = document.querySelector<HTMLElement>('#none')
  const table = document.querySelector<HTMLElement>('#rules')
  if (!form || !shown || !none || !table) return
  const rows = [...table.querySelectorAll<HTMLElement>('tbody tr')]

  const filter = () => {
    const wanted = new FormData(form)
    const words = String(wanted.get('text')).toLowerCase().split(/\s+/)
    let count = 0
    for (const row of rows) {
      const fits =
        ['result', 'interface', 'kind'].every((name) => ['', row.dataset[name]].includes(String(wanted.get(name)))) &&
        words.every((word) => row.dataset.text?.includes(word))
      row.hidden = !fits
      if (fits) count++
    }
    shown.textContent = `${count} of ${rows.length}`
    table.hidden = count === 0
    none.hidden = count > 0
  }

  const openTarget = () => {
    const row = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    row?.querySelector('details')?.setAttribute('open', '')
  }

  const addCopyButton = (line: HTMLElement) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Copy'
    button.setAttribute('aria-label', 'Copy the curl line')
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(line.textContent ?? '')
      button.textContent = 'Copied'
    })
    line.before(button)
  }

  form.hidden = false
  form.addEventListener('input', filter)
  form.addEventListener('submit', (event) => event.preventDefault())
  addEventListener('hashchange', openTarget)
  // Pages from a plain HTTP server have no clipboard.
  if (navigator.clipboard) for (const line of table.querySelectorAll<HTMLElement>('.curl')) addCopyButton(line)
  filter()
  openTarget()
}

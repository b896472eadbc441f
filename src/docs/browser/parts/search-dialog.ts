import { element } from './elements.ts'

export interface SearchDialog {
  dialog: HTMLDialogElement
  input: HTMLInputElement
  hint: HTMLElement
  list: HTMLElement
}

/** The dialog of the search. It stands before the search itself is loaded, so that no letter is lost. */
export function searchDialog(): SearchDialog {
  const [dialog, input, hint, list] = ['dialog', 'dialog input', '.search-hint', '#found'].map((selector) =>
    document.querySelector(selector),
  )
  if (
    dialog instanceof HTMLDialogElement &&
    input instanceof HTMLInputElement &&
    hint instanceof HTMLElement &&
    list instanceof HTMLElement
  )
    return { dialog, input, hint, list }
  return createDialog()
}

function createDialog(): SearchDialog {
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
  const hint = element('p', { class: 'search-hint', role: 'status' }, 'The search is being loaded …')
  const list = element('ul', { id: 'found', role: 'listbox', 'aria-label': 'Results' })
  const dialog = element('dialog', { 'aria-label': 'Search' }, element('div', { class: 'search' }, input, hint, list))
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  input.addEventListener('keydown', (event) => {
    // A search field takes the first Escape to empty itself.
    if (event.key !== 'Escape') return
    event.preventDefault()
    dialog.close()
  })
  document.body.append(dialog)
  return { dialog, input, hint, list }
}

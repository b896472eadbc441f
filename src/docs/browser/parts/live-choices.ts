import { element } from './elements.ts'

/** An interface as the control plane describes it. */
export interface ServedInterface {
  name: string
  title: string
  conditions: Record<string, ServedCondition>
}

interface ServedCondition {
  description: string
  schema: { type?: unknown; enum?: unknown[] }
  /** Its value in the session. */
  value: unknown
}

/** Fills the lists of the forms that drive a session with the interfaces, operations and conditions that the mock has. */
export function offerChoices(interfaces: readonly ServedInterface[]): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-drives]')) {
    const name = form.querySelector<HTMLSelectElement>('select[name=interface]')
    if (!name) continue
    name.replaceChildren(...interfaces.map((one) => new Option(one.title, one.name)))
    const change = () => {
      const chosen = interfaces.find((one) => one.name === name.value)
      if (chosen) offerConditions(form, chosen)
      offerOperations(form, name.value)
    }
    name.onchange = change
    change()
  }
}

function offerConditions(form: HTMLFormElement, { conditions }: ServedInterface): void {
  const name = form.querySelector<HTMLSelectElement>('select[name=name]')
  const value = form.querySelector<HTMLInputElement>('input[name=value]')
  const about = form.querySelector('[data-about]')
  const values = form.querySelector('datalist')
  if (!name || !value) return
  name.replaceChildren(...Object.keys(conditions).map((one) => new Option(one, one)))
  const change = () => {
    const condition = conditions[name.value]
    value.value = condition ? JSON.stringify(condition.value) : ''
    if (about) about.textContent = condition?.description ?? 'This interface has no conditions.'
    values?.replaceChildren(...choicesOf(condition).map((one) => element('option', { value: JSON.stringify(one) })))
  }
  name.onchange = change
  change()
}

function choicesOf(condition: ServedCondition | undefined): unknown[] {
  if (condition?.schema.type === 'boolean') return [true, false]
  return condition?.schema.enum ?? []
}

/** The page has the operations of all interfaces; those of the chosen one stay. */
function offerOperations(form: HTMLFormElement, chosen: string): void {
  const operation = form.querySelector<HTMLSelectElement>('select[name=operation]')
  if (!operation) return
  operation.value = ''
  for (const group of operation.querySelectorAll('optgroup')) {
    group.hidden = group.dataset.interface !== chosen
    // Some browsers show hidden groups.
    group.disabled = group.hidden
  }
}

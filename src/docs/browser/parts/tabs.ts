import { element, stored } from './elements.ts'

let groups = 0

/** Shows one part of a group at a time, behind a row of tabs. The choice of a language holds for all pages. */
export function startTabs(): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-tabs]')].map(startGroup)
  const language = stored('localStorage', 'rulebound.language')
  for (const { kind, show } of all) {
    const wanted = kind === 'language' ? language.get() : undefined
    if (wanted !== undefined) show(wanted)
  }
  document.addEventListener('tab-chosen', ({ detail }) => {
    if (detail.kind === 'language') language.set(detail.id)
  })
}

declare global {
  interface DocumentEventMap {
    'tab-chosen': CustomEvent<{ kind: string; id: string }>
  }
}

interface Group {
  kind: string
  /** Shows the part of this ID; nothing happens if there is none. */
  show(id: string): void
}

/** More parts than this are chosen from a list: tabs would fill the column. */
const maxTabs = 6

function startGroup(group: HTMLElement): Group {
  const { tabs: kind = '', label = '' } = group.dataset
  const parts = [...group.querySelectorAll<HTMLElement>(':scope > [data-tab]')].map((panel) => {
    const heading = panel.querySelector('h4')
    heading?.remove()
    return { panel, id: panel.dataset.tab ?? '', title: heading?.textContent ?? '' }
  })
  const announce = (id: string) => document.dispatchEvent(new CustomEvent('tab-chosen', { detail: { kind, id } }))
  const mark = parts.length > maxTabs ? addList(group, label, parts, announce) : addTabs(group, label, parts, announce)
  const show = (id: string) => {
    if (!parts.some((part) => part.id === id)) return
    for (const part of parts) part.panel.hidden = part.id !== id
    mark(id)
  }
  group.classList.add('started')
  document.addEventListener('tab-chosen', ({ detail }) => {
    if (detail.kind === kind) show(detail.id)
  })
  // An address may name a part.
  const showTarget = () => {
    const target = parts.find(({ panel }) => panel.id === decodeURIComponent(location.hash.slice(1)))
    if (target) show(target.id)
  }
  show(parts[0]?.id ?? '')
  addEventListener('hashchange', showTarget)
  showTarget()
  return { kind, show }
}

interface Part {
  panel: HTMLElement
  id: string
  title: string
}

/** Adds a list to choose from. Returns what marks a part as chosen. */
function addList(group: HTMLElement, label: string, parts: readonly Part[], announce: (id: string) => void) {
  const options = parts.map(({ id, title }) => new Option(title, id))
  const list = element('select', { 'aria-label': label }, ...options)
  list.addEventListener('change', () => announce(list.value))
  group.prepend(list)
  return (id: string) => {
    list.value = id
  }
}

function addTabs(group: HTMLElement, label: string, parts: readonly Part[], announce: (id: string) => void) {
  const prefix = `tabs-${groups++}`
  const buttons = parts.map(({ panel, id, title }, at) => {
    const button = element(
      'button',
      { type: 'button', role: 'tab', id: `${prefix}-${at}`, 'aria-controls': panel.id },
      title,
    )
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', button.id)
    panel.removeAttribute('aria-label')
    button.addEventListener('click', () => announce(id))
    button.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
      if (step === 0) return
      const next = (at + step + parts.length) % parts.length
      announce(parts[next]?.id ?? '')
      buttons[next]?.focus()
    })
    return button
  })
  group.prepend(element('div', { role: 'tablist', 'aria-label': label }, ...buttons))
  return (chosen: string) => {
    parts.forEach(({ id }, at) => {
      buttons[at]?.setAttribute('aria-selected', String(id === chosen))
      buttons[at]?.setAttribute('tabindex', id === chosen ? '0' : '-1')
    })
  }
}

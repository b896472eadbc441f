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
    if (detail.kind !== 'language') return
    language.set(detail.id)
    for (const { kind, show } of all) if (kind === 'language') show(detail.id)
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

function startGroup(group: HTMLElement): Group {
  const { tabs: kind = '', label = '' } = group.dataset
  const prefix = `tabs-${groups++}`
  const panels = [...group.querySelectorAll<HTMLElement>(':scope > [data-tab]')]
  const buttons = panels.map((panel, at) => {
    const id = `${prefix}-${at}`
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', id)
    panel.removeAttribute('aria-label')
    const text = panel.querySelector('h4')?.textContent ?? ''
    panel.querySelector('h4')?.remove()
    return element('button', { type: 'button', role: 'tab', id, 'aria-controls': panel.id }, text)
  })
  const show = (id: string) => {
    const chosen = panels.findIndex((panel) => panel.dataset.tab === id)
    if (chosen === -1) return
    panels.forEach((panel, at) => {
      panel.hidden = at !== chosen
      buttons[at]?.setAttribute('aria-selected', String(at === chosen))
      buttons[at]?.setAttribute('tabindex', at === chosen ? '0' : '-1')
    })
  }
  const choose = (at: number) => {
    const id = panels[at]?.dataset.tab ?? ''
    show(id)
    document.dispatchEvent(new CustomEvent('tab-chosen', { detail: { kind, id } }))
  }
  buttons.forEach((button, at) => {
    button.addEventListener('click', () => choose(at))
    button.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
      if (step === 0) return
      const next = (at + step + buttons.length) % buttons.length
      choose(next)
      buttons[next]?.focus()
    })
  })
  group.prepend(element('div', { role: 'tablist', 'aria-label': label }, ...buttons))
  group.classList.add('started')
  show(panels[0]?.dataset.tab ?? '')
  // An address may name a part.
  const showTarget = () => {
    const target = panels.find(({ id }) => id === decodeURIComponent(location.hash.slice(1)))
    if (target) show(target.dataset.tab ?? '')
  }
  addEventListener('hashchange', showTarget)
  showTarget()
  return { kind, show }
}

import { element, stored } from './elements.ts'
import { isServed } from './links.ts'

// What a page leaves to other pages unfolds in its place: the members of a schema, and the operations of a group. The page that has them
// is fetched once. A page from a disk may fetch nothing, and its links lead there.

const pages = new Map<string, Promise<Document>>()

/** The part of another page that a link leads to. */
async function partAt({ href }: HTMLAnchorElement, selector: string): Promise<HTMLElement | undefined> {
  const [address = '', fragment = ''] = href.split('#')
  const isHere = address === location.href.split('#')[0]
  const page = isHere
    ? document
    : await (pages.get(address) ??
        pages
          .set(
            address,
            fetch(address).then(async (answer) => new DOMParser().parseFromString(await answer.text(), 'text/html')),
          )
          .get(address))
  const target = page?.getElementById(decodeURIComponent(fragment))
  const part = target?.closest('section, article')?.querySelector<HTMLElement>(selector)
  if (!part) return undefined
  const copy = document.importNode(part, true)
  // Addresses of the other page are relative to it, and IDs are its own.
  for (const link of copy.querySelectorAll('a')) link.href = new URL(link.getAttribute('href') ?? '', address).href
  for (const one of [copy, ...copy.querySelectorAll('[id]')]) one.removeAttribute('id')
  return copy
}

/** Puts a button behind each link to a schema that has members of its own. */
export function startSchemas(around: ParentNode = document): void {
  if (!isServed && location.protocol === 'file:') return
  for (const link of around.querySelectorAll<HTMLAnchorElement>('.fields a.schema-link')) {
    const button = element(
      'button',
      { type: 'button', class: 'unfold', 'aria-expanded': 'false', 'aria-label': `Members of ${link.textContent}` },
      '+',
    )
    link.after(button)
    let shown: HTMLElement | undefined
    button.addEventListener('click', async () => {
      const isOpen = button.getAttribute('aria-expanded') === 'true'
      button.setAttribute('aria-expanded', String(!isOpen))
      button.textContent = isOpen ? '+' : '−'
      if (!shown) {
        shown =
          (await partAt(link, '.fields').catch(() => undefined)) ??
          element('p', { class: 'quiet' }, 'It has no members.')
        startSchemas(shown)
        const row = link.closest('li, section, article, main')
        row?.append(shown)
      }
      shown.hidden = isOpen
    })
  }
}

/** The column of pages: the current page is in view, and what a reader has opened or closed stays so. */
export function startRail(): void {
  const rail = document.querySelector<HTMLElement>('.rail')
  if (!rail) return
  const memory = stored('sessionStorage', `rulebound.groups.${rail.ariaLabel}`)
  const isOpen: Record<string, boolean> = JSON.parse(memory.get() ?? '{}')
  if (location.protocol !== 'file:')
    for (const link of rail.querySelectorAll<HTMLAnchorElement>('a.rail-group')) link.replaceWith(foldedGroup(link))
  for (const details of rail.querySelectorAll<HTMLDetailsElement>('details[data-group]')) {
    const { group = '' } = details.dataset
    if (!details.querySelector('[aria-current]')) details.open = isOpen[group] ?? details.open
    details.addEventListener('toggle', () => {
      isOpen[group] = details.open
      memory.set(JSON.stringify(isOpen))
    })
  }
  const current = rail.querySelector<HTMLElement>('.rail-operations [aria-current], ul > li > [aria-current]')
  if (!current) return
  const [frame, place] = [rail.getBoundingClientRect(), current.getBoundingClientRect()]
  rail.scrollTop += place.top - frame.top - frame.height / 3
}

/** A group of another page, whose operations a reader unfolds here. */
function foldedGroup(link: HTMLAnchorElement): HTMLElement {
  const group = link.textContent ?? ''
  const details = element('details', { 'data-group': group }, element('summary', {}, group))
  details.addEventListener('toggle', async () => {
    if (!details.open || details.childElementCount > 1) return
    const list = await partAt(link, '.operations').catch(() => undefined)
    const items = [...(list?.children ?? [])].map((item) => {
      const [name, method] = [item.querySelector('a'), item.querySelector('.method')]
      const label = element('span', {}, name?.textContent ?? '')
      return element('li', {}, element('a', { href: name?.href ?? '' }, ...(method ? [method] : []), label))
    })
    details.append(items.length > 0 ? element('ul', {}, ...items) : link)
  })
  return details
}

/** Links to rules that stand together are one stop of the keyboard: arrows go from one to the next. */
export function startChips(): void {
  for (const group of document.querySelectorAll<HTMLElement>('.ids')) {
    const links = [...group.querySelectorAll('a')]
    links.forEach((link, at) => {
      link.tabIndex = at === 0 ? 0 : -1
    })
    group.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
      const at = links.indexOf(document.activeElement as HTMLAnchorElement)
      const next = step === undefined ? undefined : links[at + step]
      if (!next) return
      event.preventDefault()
      for (const link of links) link.tabIndex = link === next ? 0 : -1
      next.focus()
    })
  }
}

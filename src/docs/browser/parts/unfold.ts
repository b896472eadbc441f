import { element } from './elements.ts'
import { isServed } from './links.ts'

// What a page leaves to other pages unfolds in its place: the members of a schema. The page that has them is fetched once. A page from a disk may fetch nothing, and its links lead there.

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

/** Puts a button behind each link to a schema that has members. */
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

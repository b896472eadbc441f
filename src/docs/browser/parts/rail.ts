import type { SystemData } from '../../layout.ts'
import { element, stored } from './elements.ts'
import { addressOf } from './links.ts'

declare global {
  var ruleboundSystem: SystemData
}

/** The groups of a system with fewer operations are all open. */
const maxOpen = 40

/** Lists the operations of the system: the current page is in view, and what a reader has opened or closed stays so. */
export function startRail(): void {
  const rail = document.querySelector<HTMLElement>('.rail')
  const list = rail?.querySelector('.rail-operations')
  if (!rail || !list || !('ruleboundSystem' in globalThis)) return
  const { name, groups } = globalThis.ruleboundSystem
  const memory = stored('sessionStorage', `rulebound.groups.${name}`)
  const isOpen: Record<string, boolean> = JSON.parse(memory.get() ?? '{}')
  const here = location.href.split('#')[0]
  const isCurrent = (path: string) => new URL(addressOf(path), location.href).href === here
  const isSmall = groups.flatMap(([, operations]) => operations).length <= maxOpen
  for (const [tag, operations] of groups) {
    const details = element('details', {}, element('summary', {}, tag))
    const fill = () => {
      if (!details.open || details.childElementCount > 1) return
      const items = operations.map(([path, method, summary]) => {
        const label = [
          element('span', { class: `method ${method}` }, method),
          ' ',
          element('span', {}, ...breakable(summary)),
        ]
        const current: Record<string, string> = isCurrent(path) ? { 'aria-current': 'page' } : {}
        return element('li', {}, element('a', { href: addressOf(path), ...current }, ...label))
      })
      details.append(element('ul', {}, ...items))
    }
    details.open = operations.some(([path]) => isCurrent(path)) || (isOpen[tag] ?? isSmall)
    fill()
    details.addEventListener('toggle', () => {
      fill()
      isOpen[tag] = details.open
      memory.set(JSON.stringify(isOpen))
    })
    list.append(element('li', {}, details))
  }
  const current = rail.querySelector('.rail-operations [aria-current]')
  if (!current) return
  const [frame, place] = [rail.getBoundingClientRect(), current.getBoundingClientRect()]
  rail.scrollTop += place.top - frame.top - frame.height / 3
}

/** A title that is an `operationId` may go on in another line behind each of its words. */
function breakable(title: string): (Node | string)[] {
  return title.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=_)/u).flatMap((part) => [part, element('wbr')])
}

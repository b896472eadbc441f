import { element } from './elements.ts'
import { addressOf } from './links.ts'

/** The reason of a refusal, and the rules and assumptions that decided an answer, as the mock names them in its headers. */
export function renderExplanation(headers: Headers, system: string): HTMLElement {
  const line = (label: string, header: string) => {
    const ids = (headers.get(header) ?? '').split(/,\s*/).filter((id) => id !== '')
    if (ids.length === 0) return []
    const links = ids.flatMap((id) => [
      ' ',
      element('a', { href: addressOf(`${system}/rules/#${id}`), class: 'id' }, id),
    ])
    return [element('p', { class: 'ids' }, label, ...links)]
  }
  const reason = headers.get('x-mock-reason')
  return element(
    'div',
    {},
    ...(reason ? [element('p', {}, reason)] : []),
    ...line('Decided by', 'x-mock-rules'),
    ...line('Assumed', 'x-mock-assumptions'),
  )
}

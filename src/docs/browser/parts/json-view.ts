import { element } from './elements.ts'

const foldedFrom = 30

/** A body: JSON with colours and parts that fold, anything else as text. */
export function renderBody(text: string): HTMLElement {
  if (text === '') return element('p', { class: 'quiet' }, 'No body')
  const parsed = parse(text)
  if (!parsed) return element('pre', { tabindex: '0' }, text)
  return element('div', { class: 'json', tabindex: '0' }, renderValue(parsed.value, ''))
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function renderValue(value: unknown, name: string, after = ''): HTMLElement {
  const label = name === '' ? [] : [element('span', { class: 't-keyword' }, JSON.stringify(name)), ': ']
  if (typeof value !== 'object' || value === null) {
    const kind = typeof value === 'string' ? 't-string' : 't-constant'
    return element('div', {}, ...label, element('span', { class: kind }, JSON.stringify(value)), after)
  }
  const isArray = Array.isArray(value)
  const [open, close] = isArray ? ['[', ']'] : ['{', '}']
  const entries = Object.entries(value)
  if (entries.length === 0) return element('div', {}, ...label, open, close, after)
  const children = entries.map(([key, one], at) =>
    renderValue(one, isArray ? '' : key, at < entries.length - 1 ? ',' : ''),
  )
  const count = element(
    'span',
    { class: 'quiet' },
    ` ${entries.length} ${isArray ? 'item' : 'member'}${entries.length === 1 ? '' : 's'}`,
  )
  const folding = element(
    'details',
    {},
    element('summary', {}, ...label, open, count),
    ...children,
    element('div', {}, close, after),
  )
  folding.open = entries.length < foldedFrom
  return folding
}

/**
 * The names in at most `width` characters, at least 3, and still distinct: cut in the middle; where that takes away what tells
 * them apart, at their ends; and with their number in front where nothing else helps.
 */
export function shortenNames(names: readonly string[], width: number): string[] {
  const inTheMiddle = names.map((name) => cutMiddle(name, width))
  if (areDistinct(inTheMiddle)) return inTheMiddle
  const before = sharedLength(names)
  const after = sharedLength(names.map((name) => [...name.slice(before)].reverse().join('')))
  const around = names.map((name) => cutAround(name, [before, name.length - after], width))
  if (areDistinct(around)) return around
  return names.map((name, index) => cutMiddle(`${index + 1} ${name}`, width))
}

function areDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length
}

/** How many characters all of them begin with. */
function sharedLength([first = '', ...others]: readonly string[]): number {
  let length = first.length
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1
  }
  return length
}

/** A part of the text with what is around it: from the beginning or to the end where there is room for that, else on both sides. */
function cutAround(text: string, [start, end]: [number, number], width: number): string {
  if (end < width) return cutEnd(text, width)
  if (text.length - start < width) return `…${text.slice(text.length - width + 1)}`
  if (end - start > width - 2) return cutMiddle(`…${text.slice(start, end)}…`, width)
  const first = start - Math.ceil((width - (end - start)) / 2)
  return `…${text.slice(first + 1, first + width - 1)}…`
}

export function cutMiddle(text: string, width: number): string {
  if (text.length <= width) return text
  const start = Math.ceil((width - 1) / 2)
  return `${text.slice(0, start)}…${text.slice(text.length - (width - 1 - start))}`
}

export function cutEnd(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`
}

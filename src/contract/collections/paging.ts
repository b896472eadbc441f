// Names without case and separators: `page[size]`, `page_size` and `pageSize` mean the same.
export const sizes: readonly string[] = ['limit', 'perpage', 'pagesize', 'pagelimit', 'size', 'count', 'maxresults']
export const offsets: readonly string[] = ['offset', 'skip', 'start', 'startindex', 'pageoffset']
export const pages: readonly string[] = ['page', 'pagenumber', 'pageno']
export const cursors: readonly string[] = [
  'cursor',
  'after',
  'marker',
  'pagetoken',
  'nextpagetoken',
  'startingafter',
  'since',
  'pageafter',
]
export const paging: readonly string[] = [...sizes, ...offsets, ...pages, ...cursors]

/** What a query parameter says of the page that it asks for, by its name. */
export function pagingRole(name: string): 'size' | 'offset' | 'page' | 'cursor' | undefined {
  if (isNamed(name, cursors)) return 'cursor'
  if (isNamed(name, offsets)) return 'offset'
  if (isNamed(name, pages)) return 'page'
  return isNamed(name, sizes) ? 'size' : undefined
}

/** True of a member that holds the cursor of the next page, by its name. */
export function isNextCursor(name: string): boolean {
  return isNamed(name, [...nexts, 'next'])
}

export const totals: readonly string[] = ['', 'items', 'count', 'results', 'records', 'elements', 'size'].map(
  (what) => `total${what}`,
)
export const lengths: readonly string[] = ['count', 'size', 'length']
export const nexts: readonly string[] = ['nextcursor', 'nextmarker', 'nextpagetoken', 'nexttoken', 'cursor', 'marker']
export const mores: readonly string[] = ['hasmore', 'hasnext', 'hasnextpage']

/** True of a name that means the same as one of these. */
export function isNamed(name: string, names: readonly string[]): boolean {
  return names.includes(name.toLowerCase().replace(/[^a-z\d]/g, ''))
}

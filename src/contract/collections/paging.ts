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
  'nexttoken',
  'continue',
  'continuationtoken',
  'skiptoken',
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
export const nexts: readonly string[] = [
  'nextcursor',
  'nextmarker',
  'nextpagetoken',
  'nexttoken',
  'continue',
  'continuationtoken',
  'cursor',
  'marker',
]
export const pageCounts: readonly string[] = ['totalpages', 'pagecount', 'numpages', 'lastpage']
/** Query parameters that name the member to sort by, and those that name the direction. */
export const sorts: readonly string[] = ['sort', 'sortby', 'orderby', 'order', 'ordering', 'sortfield']
export const directions: readonly string[] = ['order', 'direction', 'sortorder', 'sortdir', 'dir', 'sortdirection']
export const mores: readonly string[] = ['hasmore', 'hasnext', 'hasnextpage']

/** True of a name of a member, parameter or header that means the same as one of these: `X-Total-Count` is `totalCount`. */
export function isNamed(name: string, names: readonly string[]): boolean {
  return names.includes(name.toLowerCase().replace(/^x-|[^a-z\d]/g, ''))
}

import { expect, it } from 'vitest'
import { describePage, pageOf } from './list-page.ts'

const entries = ['a', 'b', 'c', 'd', 'e'].map((id, index) => ({
  id,
  record: { id, tags: [`t${index % 2}`, 'x'], size: index, n: null, ...(id === 'e' ? { last: true } : {}) },
}))

const page = (query: Record<string, unknown>, schemas: Record<string, object> = {}) => {
  const known = new Map(Object.entries(schemas) as [string, Record<string, unknown>][])
  const { entries: shown, total, next } = pageOf(entries, query, known)
  return `${shown.map(({ id }) => id).join('')} ${total} ${next}`
}

type Row = [query: Record<string, unknown>, shown: string]

it.each<Row>([
  [{}, 'abcde 5 undefined'],
  // A size, by its names in any spelling.
  ...['limit', 'per_page', 'pageSize', 'page[size]', 'page[limit]', 'count', 'maxResults', 'SIZE'].map(
    (name): Row => [{ [name]: '2' }, 'ab 5 b'],
  ),
  [{ limit: 5 }, 'abcde 5 undefined'],
  [{ limit: 0 }, ' 5 '],
  [{ limit: -1 }, ' 5 '],
  [{ limit: 'two' }, 'abcde 5 undefined'],
  [{ limit: '' }, 'abcde 5 undefined'],
  [{ limit: null, size: 2 }, 'ab 5 b'],
  [{ limits: 2 }, 'abcde 5 undefined'],
  // Where a page starts.
  ...['offset', 'skip', 'start', 'startIndex', 'page[offset]'].map((name): Row => [{ [name]: 3 }, 'de 5 undefined']),
  [{ offset: -3, limit: 2 }, 'ab 5 b'],
  ...['page', 'pageNumber', 'page_no'].map((name): Row => [{ [name]: 2, limit: 2 }, 'cd 5 d']),
  [{ page: 3, limit: 2 }, 'e 5 undefined'],
  [{ page: 0, limit: 2 }, 'ab 5 b'],
  [{ page: 9, limit: 2 }, ' 5 undefined'],
  ...['cursor', 'after', 'marker', 'page_token', 'nextPageToken', 'starting_after', 'since', 'page[after]'].map(
    (name): Row => [{ [name]: 'b', limit: 2, offset: 4 }, 'cd 5 d'],
  ),
  [{ cursor: 'unknown', limit: 1 }, 'a 5 a'],
  // Filters by members: one value or several, of a record with one or several.
  [{ id: 'c' }, 'c 1 undefined'],
  [{ id: ['c', 'a'], limit: 1 }, 'a 2 a'],
  [{ tags: 't1' }, 'bd 2 undefined'],
  [{ tags: ['t1'], id: 'd' }, 'd 1 undefined'],
  [{ last: 'true' }, 'e 1 undefined'],
  [{ id: '', tags: null, colour: 'red' }, 'abcde 5 undefined'],
  [{ n: 'null', size: 4 }, 'abcd 5 d'],
  // An order by a member, in either direction.
  [{ sort: '-size', limit: 2 }, 'ed 5 d'],
  [{ sort_by: 'Size', order: 'desc', limit: 3 }, 'edc 5 c'],
  [{ orderBy: 'id:desc', tags: 't1' }, 'db 2 undefined'],
  [{ sort: '+last', limit: 4 }, 'abcd 5 d'],
  [{ sort: '-last', limit: 1 }, 'e 5 e'],
  [{ order: 'desc' }, 'abcde 5 undefined'],
  [{ sort: 'colour' }, 'abcde 5 undefined'],
])('shows the page that %j asks for', (query, shown) => {
  expect(page(query)).toBe(shown)
})

it.each([
  [1, {}, 'ab 5 b'],
  [1, { default: 0 }, 'cd 5 d'],
  [1, { minimum: 0, default: 1 }, 'cd 5 d'],
  [2, { minimum: 1, default: 0 }, 'cd 5 d'],
])('takes the number of the first page from the document: page %j of %j', (number, schema, shown) => {
  expect(page({ page: number, limit: 2 }, { page: schema })).toBe(shown)
})

it('says what the members beside the records mean, in any spelling', () => {
  const part = { entries: entries.slice(0, 2), total: 5, next: 'b', asked: {} }
  const totals = ['total', 'totalItems', 'total_count', 'totalResults', 'total_records', 'totalElements', 'TotalSize']
  for (const name of totals) expect(describePage([name, 'kind'], part)).toEqual({ [name]: 5 })
  expect(describePage(['x-total-count'], part)).toEqual({ 'x-total-count': 5 })
  const asked = { page: 2, size: 2, offset: 4 }
  const facts = { totalPages: 3, currentPage: 2, per_page: 2, offset: 4, size: 2 }
  expect(describePage(Object.keys(facts), { ...part, asked })).toEqual(facts)
  expect(describePage(Object.keys(facts), part)).toEqual({ totalPages: 1, size: 2 })
  for (const name of ['count', 'size', 'length']) expect(describePage([name], part)).toEqual({ [name]: 2 })
  for (const name of ['next_cursor', 'nextMarker', 'nextPageToken', 'nextToken', 'cursor', 'marker']) {
    expect(describePage([name], part)).toEqual({ [name]: 'b' })
    expect(describePage([name], { ...part, next: undefined })).toEqual({ [name]: null })
  }
  for (const name of ['next', 'after']) {
    expect(describePage([name], part, 'cursors')).toEqual({ [name]: 'b' })
    expect(describePage([name], part, 'meta')).toEqual({})
  }
  expect(describePage(['next'], { ...part, nextQuery: { cursor: 'b' } }, 'links')).toEqual({ next: '?cursor=b' })
  expect(describePage(['next'], part, 'links')).toEqual({ next: null })
  for (const name of ['has_more', 'hasNext', 'hasNextPage']) {
    expect(describePage([name], part)).toEqual({ [name]: true })
    expect(describePage([name], { ...part, next: undefined })).toEqual({ [name]: false })
  }
})

import { describe, expect, it } from 'vitest'
import { pageOf, readPageRequest, whyMalformed } from './paging.ts'
import type { ListEntry } from './state.ts'

const templates = (count: number): ListEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    file: { id: String(index), type: 'file' },
    file_name: `${index}.docx`,
  }))

describe('whyMalformed', () => {
  it.each(['', 'limit=2', 'limit=-2', 'marker=x&usemarker=no', 'other='])('DOC-018, DOC-020: lets %j pass', (query) => {
    expect(whyMalformed(query)).toBeUndefined()
  })

  it.each([
    ['limit=', 'DOC-029'],
    ['limit', 'DOC-029'],
    ['limit=1e3', 'DOC-029'],
    ['a=1&limit=0x10', 'DOC-029'],
    ['limit=%205', 'DOC-029'],
    ['marker=&usemarker=true', 'DOC-028'],
  ])('refuses %j by %s', (query, rule) => {
    expect(whyMalformed(query)).toMatchObject({ kind: 'invalid-request', rules: [rule] })
  })

  it('DOC-022: refuses an empty usemarker', () => {
    expect(whyMalformed('usemarker=')?.kind).toBe('invalid-request')
  })
})

describe('readPageRequest', () => {
  it.each([
    [{}, { offset: 0, limit: 100 }],
    [{ limit: 1 }, { offset: 0, limit: 1 }],
    [{ usemarker: true }, { offset: 0, limit: 100 }],
    [
      { marker: 'position-0', usemarker: true },
      { offset: 0, limit: 100 },
    ],
    [
      { marker: 'position-12', usemarker: true, limit: 3 },
      { offset: 12, limit: 3 },
    ],
    [{ limit: Number.MAX_SAFE_INTEGER }, { offset: 0, limit: Number.MAX_SAFE_INTEGER }],
  ])('DOC-018, DOC-020: reads %j', (query, request) => {
    expect(readPageRequest(query)).toEqual(request)
  })

  it.each([0, -1])('DOC-029: refuses a limit of %d', (limit) => {
    expect(readPageRequest({ limit })).toMatchObject({ kind: 'invalid-request', rules: ['DOC-029'] })
  })

  it.each([undefined, false])('DOC-022: refuses a marker when usemarker is %s', (usemarker) => {
    const query = { marker: 'position-2', ...(usemarker === undefined ? {} : { usemarker }) }
    expect(readPageRequest(query)).toMatchObject({ kind: 'invalid-request', rules: ['DOC-022'] })
  })

  it.each([
    '',
    'position-',
    'position--1',
    'position-02',
    'position-1.5',
    'position-2 ',
    'Position-2',
    '2',
    'a\u0000b',
  ])('DOC-028: refuses the marker %j', (marker) => {
    expect(readPageRequest({ marker, usemarker: true })).toMatchObject({ kind: 'invalid-request', rules: ['DOC-028'] })
  })
})

describe('pageOf', () => {
  const idsOf = (page: ReturnType<typeof pageOf>) =>
    'entries' in page ? page.entries.map(({ file }) => file.id) : page.kind

  it('DOC-019: a page has at most `limit` templates', () => {
    expect(idsOf(pageOf(templates(5), { offset: 0, limit: 2 }))).toEqual(['0', '1'])
    expect(idsOf(pageOf(templates(5), { offset: 4, limit: 2 }))).toEqual(['4'])
    expect(idsOf(pageOf(templates(2), { offset: 0, limit: Number.MAX_SAFE_INTEGER }))).toEqual(['0', '1'])
  })

  it.each([
    [0, 2, '', 'position-2'],
    [2, 2, 'position-0', 'position-4'],
    [4, 2, 'position-2', ''],
    [1, 2, 'position-0', 'position-3'],
    [0, 5, '', ''],
    [0, 4, '', 'position-4'],
  ])(
    'DOC-021: from %i on, %i templates lie between the markers %j and %j',
    (offset, limit, prev_marker, next_marker) => {
      expect(pageOf(templates(5), { offset, limit })).toMatchObject({ limit, prev_marker, next_marker })
    },
  )

  it('DOC-009, DOC-010: an empty list has null for markers', () => {
    expect(pageOf([], { offset: 0, limit: 7 })).toEqual({ entries: [], limit: 7, next_marker: null, prev_marker: null })
  })

  it.each([
    [5, 5],
    [5, 999_999],
    [0, 1],
    [5, Number.POSITIVE_INFINITY],
  ])('DOC-028: of %i templates, no page begins behind %i', (count, offset) => {
    expect(idsOf(pageOf(templates(count), { offset, limit: 2 }))).toBe('invalid-request')
  })
})

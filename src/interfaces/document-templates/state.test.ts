import { expect, it } from 'vitest'
import { type File, hasExpired, templatesOf } from './state.ts'

const files: [string, File][] = [
  ['1', { name: 'a', collaborators: ['ada', 'ben'] }],
  ['2', { name: 'b', collaborators: ['ben'] }],
  ['3', { name: 'c', collaborators: ['ada'] }],
  ['4', { name: 'd', collaborators: [] }],
]
const marks = (...ids: string[]): [string, { marked_at: string }][] =>
  ids.map((id) => [id, { marked_at: '2025-01-15T09:00:00Z' }])

it.each([
  ['ada', ['3', '1', '2', '4'], ['3', '1']],
  ['ben', ['3', '1', '2', '4'], ['1', '2']],
  ['ada', ['2'], []],
  ['ada', ['99', '1'], ['1']],
  ['__proto__', ['1', '2', '3', '4'], []],
])('DOC-002: %s, of the templates %j, sees %j', (user, marked, seen) => {
  expect(templatesOf(user, files, marks(...marked)).map(({ file }) => file.id)).toEqual(seen)
})

it('DOC-005, DOC-006: a template in a list is its file and the name of it', () => {
  expect(templatesOf('ada', files, marks('3'))).toEqual([{ file: { id: '3', type: 'file' }, file_name: 'c' }])
})

it.each([
  [undefined, false],
  ['2026-03-09T12:00:01Z', false],
  ['2026-03-09T12:00:00Z', true],
  ['whenever', true],
])('DOC-030: at noon, a token that expires at %s has expired: %s', (expires_at, expired) => {
  const token = { user: 'ada', ...(expires_at === undefined ? {} : { expires_at }) }
  expect(hasExpired(token, new Date('2026-03-09T12:00:00Z'))).toBe(expired)
})

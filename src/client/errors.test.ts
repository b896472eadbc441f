import { expect, it } from 'vitest'
import { serverWords } from './errors.ts'

it.each<[string, unknown, string | undefined]>([
  [
    'problem details',
    { title: 'Not Found', detail: 'No order has this token.', status: 404 },
    'Not Found: No order has this token.',
  ],
  [
    'an OAuth error',
    { error: 'invalid_client', error_description: 'unknown client' },
    'invalid_client: unknown client',
  ],
  ['a list of texts', { errors: ['permission denied', 'and more'] }, 'permission denied'],
  ['a list of objects', { errors: [{ message: 'a status is missing' }] }, 'a status is missing'],
  ['an error object', { error: { code: 7, message: 'no such user' } }, 'no such user'],
  ['the same text twice', { title: 'Gone', message: 'Gone' }, 'Gone'],
  ['several lines and control characters', { detail: 'one\n\u001b[31mtwo' }, 'one [31mtwo'],
  ['a long text', { detail: 'x'.repeat(400) }, `${'x'.repeat(299)}…`],
  ['a page of HTML', '<h1>Bad Gateway</h1>', undefined],
  ['empty members', { title: '', errors: [] }, undefined],
  ['no body', undefined, undefined],
  ['an object that contains many', { error: { error: { error: { message: 'deep' } } } }, undefined],
])('the message of an error shows %s', (_, body, words) => {
  expect(serverWords(body)).toBe(words)
})

import { expect, it } from 'vitest'
import { isAsShown, readSteps } from './transcript.fixture.ts'

it('readSteps finds commands, their continuation lines and what follows them', () => {
  const guide = [
    'text',
    '```console',
    '$ curl \\',
    '    -i x',
    'HTTP/1.1 200 OK',
    '$ true',
    '```',
    '```ts',
    '$ no',
    '```',
  ].join('\n')
  expect(readSteps(guide)).toEqual([
    { line: 3, command: 'curl \\\n    -i x', expected: 'HTTP/1.1 200 OK\n' },
    { line: 6, command: 'true', expected: '' },
  ])
})

it.each([
  ['{"a":1}', '{"a":1}\n'],
  ['HTTP/1.1 200 OK\r\nDate: now\r\n\r\n{}', 'HTTP/1.1 200 OK\n…\n{}'],
  ['{"id":"7f","n":2}', '{"id":"…","n":2}'],
  ['first\nsecond\nthird', '…\nthird'],
  ['first\nsecond\nthird', 'first\n…'],
  ['first', 'first\n…'],
  ['', ''],
])('isAsShown accepts %j for %j', (output, expected) => {
  expect(isAsShown(output, expected)).toBe(true)
})

it.each([
  ['{"a":2}', '{"a":1}'],
  ['a\nb', '…b'],
  ['{"a":1} and more', '{"a":1}'],
  ['HTTP/1.1 404 Not Found\n\n{}', 'HTTP/1.1 200 OK\n…\n{}'],
  ['something', ''],
])('isAsShown refuses %j for %j', (output, expected) => {
  expect(isAsShown(output, expected)).toBe(false)
})

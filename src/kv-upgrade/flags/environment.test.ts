import { expect, it } from 'vitest'
import { readEnvironment } from './environment.ts'
import { migrate } from './migrate.ts'

it('rewrites the variables of the server and leaves the rest', () => {
  const before = [
    '# the server',
    'HTTP_PROXY=http://proxy',
    'KV_NAME="m1"',
    'export KV_EXPERIMENTAL_MAX_LEARNERS=2',
    'KV_PROXY=on',
    "KV_EXPERIMENTAL_INITIAL_CORRUPT_CHECK='true'",
    '',
  ]
  expect(migrate(readEnvironment(before.join('\n'), 'KV_')).configuration.split('\n')).toEqual([
    '# the server',
    'HTTP_PROXY=http://proxy',
    'KV_NAME="m1"',
    'export KV_MAX_LEARNERS=2',
    'KV_FEATURE_GATES=InitialCorruptCheck=true',
    '',
  ])
})

it.each(['', '# KV_NAME=a\n\n'])('%j is a configuration without a flag', (text) => {
  expect(migrate(readEnvironment(text, 'KV_'))).toMatchObject({ configuration: text, changed: false })
})

it.each([
  ['KV_NAME=a\nKV_NAME=b', /--name is given twice: line 1 and line 2/],
  ['KV_NAME', /^line 1: the text that begins with 'KV_NAME' is neither/],
  ['KV_NAME="a', /line 1: the quote " does not end/],
  ['KV_NAME=a\\\nb', /line 1: write KV_NAME on one line/],
  ['ETC_NAME=a', /No variable starts with KV_/],
])('%j is refused', (text, message) => {
  expect(() => migrate(readEnvironment(text, 'KV_'))).toThrow(message)
})

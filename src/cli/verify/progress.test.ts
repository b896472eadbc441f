import { expect, it } from 'vitest'
import { createProgress } from './progress.ts'

it.each([
  [
    'a line for each interface that is done, where there is no terminal',
    false,
    'secrets  1 of 1 rules\norders   2 of 2 rules, 1 failed\n',
  ],
  [
    'one line again and again on a terminal, and takes it away at the end',
    true,
    '\r\x1b[Korders   1 of 2 rules\r\x1b[Ksecrets  1 of 1 rules\r\x1b[Korders   2 of 2 rules, 1 failed\r\x1b[K',
  ],
])('writes %s', (_, isTTY, expected) => {
  let written = ''
  const totals = new Map([
    ['orders', 2],
    ['secrets', 1],
  ])
  const progress = createProgress(totals, { isTTY, write: (text) => (written += text) })
  progress.add({ interface: 'orders', result: 'passed' })
  progress.add({ interface: 'secrets', result: 'skipped' })
  progress.add({ interface: 'orders', result: 'failed' })
  progress.end()
  expect(written).toBe(expected)
})

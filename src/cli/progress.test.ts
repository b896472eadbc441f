import { expect, it } from 'vitest'
import { manualTimers } from '../timers.fixture.ts'
import { createProgress, withProgress } from './progress.ts'

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

it.each([
  ['nothing without a terminal', false, 'result\n'],
  ['how long it has worked, until it prints', true, '\r\x1b[Klint: 2 s …\r\x1b[Klint: 3 s …\r\x1b[Kresult\n'],
])('a command that is silent shows %s', async (_, isTTY, expected) => {
  let written = ''
  const output = { isTTY, write: (text: string) => (written += text) }
  const timers = manualTimers()
  const work = async () => {
    await timers.pass(3500)
    output.write('result\n')
    await timers.pass(5000)
    return timers.count()
  }
  expect(await withProgress('lint', work, [output], timers)).toBe(0)
  expect(written).toBe(expected)
})

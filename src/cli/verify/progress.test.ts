import { expect, it, vi } from 'vitest'
import { createProgress } from './progress.ts'

function run(isTTY: boolean) {
  let written = ''
  const write = (text: string) => (written += text)
  const totals = new Map([
    ['orders', 2],
    ['secrets', 1],
  ])
  const progress = createProgress(totals, { isTTY, write })
  return { progress, written: () => written }
}

it('writes a line for each interface that is done, where there is no terminal', () => {
  const { progress, written } = run(false)
  progress.add({ interface: 'orders', result: 'passed' })
  progress.add({ interface: 'secrets', result: 'skipped' })
  progress.add({ interface: 'orders', result: 'failed' })
  progress.end()
  expect(written()).toBe('secrets  1 of 1 rules\norders   2 of 2 rules, 1 failed\n')
})

it('draws the lines again on a terminal, and takes them away at the end', () => {
  vi.useFakeTimers()
  const { progress, written } = run(true)
  progress.add({ interface: 'orders', result: 'passed' })
  vi.advanceTimersByTime(50)
  const first = 'orders   1 of 2 rules\nsecrets  0 of 1 rules\n'
  expect(written()).toBe(first)
  progress.add({ interface: 'secrets', result: 'passed' })
  vi.advanceTimersByTime(50)
  expect(written()).toBe(`${first}\x1b[2A\x1b[Jorders   1 of 2 rules\nsecrets  1 of 1 rules\n`)
  progress.end()
  expect(written().endsWith('\x1b[2A\x1b[J')).toBe(true)
  vi.useRealTimers()
})

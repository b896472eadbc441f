import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { cpuSeconds, familyCpuSeconds, parseCpuSeconds } from './usage.ts'

it('finds user and system time after a program name that holds spaces and parentheses', () => {
  const stat = '7 (a (b) c) S 1 7 7 0 -1 4194560 1 2 3 4 250 50 500 600 20 0 11 0 100 1000 200'
  expect(parseCpuSeconds(stat)).toBe(3)
  expect(parseCpuSeconds(stat, 'ended children')).toBe(11)
  expect(parseCpuSeconds('')).toBeUndefined()
})

it('adds up what a process and its children have used', async ({ skip }) => {
  skip(cpuSeconds(process.pid) === undefined, 'there is no /proc')
  const busy = 'while (process.cpuUsage().user < 3e5); console.log(); setInterval(() => {}, 1e6)'
  const parent = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(busy)}], { stdio: 'inherit' })`
  const child = spawn(process.execPath, ['-e', parent], { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const pid = child.pid ?? 0
  try {
    await once(child.stdout, 'data')
    expect((familyCpuSeconds(pid) ?? 0) - (cpuSeconds(pid) ?? 0)).toBeGreaterThan(0.25)
  } finally {
    process.kill(-pid, 'SIGKILL')
  }
})

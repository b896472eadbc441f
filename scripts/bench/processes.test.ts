import { expect, it } from 'vitest'
import { onCores, parseCpuList, runToEnd } from './processes.ts'
import { cpuSeconds } from './usage.ts'

it('reads ranges and single cores of a list', () => {
  expect(parseCpuList(' 0-2,5\n')).toEqual([0, 1, 2, 5])
  expect(parseCpuList('none')).toEqual([])
})

it('binds a command to cores, and leaves it alone without any', () => {
  expect(onCores(undefined, ['node', 'x'])).toEqual(['node', 'x'])
  expect(onCores([0, 2], ['node', 'x'])).toEqual(['taskset', '--cpu-list', '0,2', 'node', 'x'])
})

const hasProc = cpuSeconds(process.pid) !== undefined

it('measures processor time and memory of a command', async ({ skip }) => {
  skip(!hasProc, 'there is no /proc')
  const busy = 'const held = Buffer.alloc(1e8, 1); while (process.cpuUsage().user < 3e5 || held[0] === 0);'
  const { cpuSeconds, megabytes } = await runToEnd([process.execPath, '-e', busy])
  expect(cpuSeconds).toBeGreaterThan(0.25)
  expect(megabytes).toBeGreaterThan(100)
})

it('fails with the stderr of a command that fails', async () => {
  const command = [process.execPath, '-e', 'console.error("no such thing"); process.exitCode = 3']
  await expect(runToEnd(command)).rejects.toThrow(/ended with 3:\nno such thing/)
})

import { describe, expect, it } from 'vitest'
import { runHealthCommand } from './health-command.ts'

const missing = process.platform === 'win32' ? ': it needs a POSIX shell' : ''

describe.skipIf(missing)(`a health command${missing}`, () => {
  it.each([
    ['true', 'healthy', 'the health command ended with status 0'],
    ['echo m2 is unhealthy; exit 3', 'unhealthy', 'the health command ended with status 3: m2 is unhealthy'],
    [
      'printf "0\\n\\n1\\n2\\n3\\n" >&2; printf "4\\n" >&2; false',
      'unhealthy',
      'the health command ended with status 1: 1; 2; 3; 4',
    ],
    ['kill -TERM $$', 'unknown', 'the health command was ended by SIGTERM'],
    ['exit 126', 'unknown', 'the health command cannot be run'],
  ])('%s is %s', async (command, state, seen) => {
    expect(await runHealthCommand(command, 20_000)).toEqual({ state, seen })
  })

  it('reports a command that is not found', async () => {
    const { state, seen } = await runHealthCommand('no-such-control-tool endpoint health', 20_000)
    expect([state, seen]).toEqual(['unknown', expect.stringMatching(/cannot be run: .*no-such-control-tool/)])
  })

  it('stops a command that does not end, and its children', async () => {
    // The pipes close only when the last child is gone, which the runner would not wait for.
    const { state, seen } = await runHealthCommand('sleep 600 & sleep 601; true', 300)
    expect([state, seen]).toEqual(['unknown', 'the health command did not end within 0.3 s'])
  })

  it('keeps only the end of a very long output', async () => {
    const { seen } = await runHealthCommand(`yes ${'x'.repeat(200)} | head -n 25000; echo last; false`, 20_000)
    expect(seen).toMatch(/^the health command ended with status 1: …x.*; last$/)
    expect(seen.length).toBeLessThan(600)
  })
})

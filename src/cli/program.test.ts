import { expect, it, vi } from 'vitest'
import { callCommand } from './call-command.fixture.ts'
import { createProgram } from './program.ts'

vi.mock('./mock.ts', () => {
  throw new Error('the command was loaded')
})

it.each([['--help'], ['kv-upgrade', '--help'], ['help', 'kv-upgrade'], []])(
  '%j %j lists every command, and loads no mock',
  async (...words) => {
    const program = await createProgram(words)
    expect(program.helpInformation()).toMatch(/mock +serve[\s\S]+kv-upgrade +upgrade/)
  },
)

it('loads the command that is called, and no other', async () => {
  const listed = async (...words: string[]) =>
    (await createProgram(words)).commands.find(({ commands }) => commands.length > 0)?.name()
  expect(await listed('kv-upgrade', 'plan')).toBe('kv-upgrade')
  expect(await listed('help', 'kv-upgrade')).toBe('kv-upgrade')
  expect(await listed('--help')).toBeUndefined()
  await expect(createProgram(['mock'])).rejects.toThrow()
})

it.each([
  [['verify', '--target', 'none.yaml', 'plan'], /^none\.yaml: there is no such file or folder; .*\n$/],
  [['verify', '--seed', '2', 'plan'], /^error: --seed is not for 'plan'\n$/],
] as const)('%j: flags before a mode are those of the mode', async (words, message) => {
  const { code, stderr } = await callCommand(words)
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
})

import { format } from 'node:util'
import { vi } from 'vitest'
import type { Run } from '../start-process.fixture.ts'
import { createProgram } from './program.ts'

/** The command has ended the process. */
class Exit extends Error {}

/**
 * Runs the command in this process, which saves the second that a new process takes. The command must not read stdin or wait for a
 * signal. Only one call may run at a time, since the call captures the output of the process.
 */
export async function callCommand(args: readonly string[]): Promise<Run> {
  const run = { stdout: '', stderr: '' }
  const note = (stream: keyof typeof run) => (text: unknown, written?: unknown) => {
    run[stream] += text
    if (typeof written === 'function') written()
    return true
  }
  const noteLine =
    (stream: keyof typeof run) =>
    (...values: unknown[]) =>
      void note(stream)(`${format(...values)}\n`)
  const before = process.exitCode
  process.exitCode = undefined
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(note('stdout')),
    vi.spyOn(process.stderr, 'write').mockImplementation(note('stderr')),
    vi.spyOn(console, 'log').mockImplementation(noteLine('stdout')),
    vi.spyOn(console, 'error').mockImplementation(noteLine('stderr')),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      process.exitCode = code ?? process.exitCode
      throw new Exit()
    }),
  ]
  try {
    const program = await createProgram(args)
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof Exit)) throw error
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  const code = Number(process.exitCode ?? 0)
  process.exitCode = before
  return { ...run, code }
}

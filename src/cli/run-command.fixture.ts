import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('./rulebound.ts', import.meta.url))

export interface Run {
  stdout: string
  stderr: string
  code: number | null
}

/** Runs the command until it ends. `seen` receives everything printed so far, and may end the command or stop listening. */
export function runCommand(
  args: readonly string[],
  input = '',
  seen: (printed: string, stop: (signal?: NodeJS.Signals) => void, close: () => void) => void = () => {},
): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...args])
    const run: Run = { stdout: '', stderr: '', code: null }
    child.stdout.on('data', (chunk) => {
      run.stdout += chunk
      seen(
        run.stdout,
        (signal = 'SIGTERM') => child.kill(signal),
        () => child.stdout.destroy(),
      )
    })
    child.stderr.on('data', (chunk) => {
      run.stderr += chunk
    })
    child.on('close', (code) => resolve({ ...run, code }))
    child.stdin.end(input)
  })
}

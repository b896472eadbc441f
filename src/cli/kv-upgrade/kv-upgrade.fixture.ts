import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../rulebound.ts', import.meta.url))

interface Run {
  stdout: string
  stderr: string
  code: number | null
}

/** Runs `rulebound kv-upgrade` to its end; calls `seen` with its output so far. */
export function kvUpgrade(args: readonly string[], input = '', seen?: (printed: string) => void): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, 'kv-upgrade', ...args])
    const run: Run = { stdout: '', stderr: '', code: null }
    child.stdout.on('data', (chunk) => {
      run.stdout += chunk
      seen?.(run.stdout)
    })
    child.stderr.on('data', (chunk) => {
      run.stderr += chunk
    })
    child.on('close', (code) => resolve({ ...run, code }))
    child.stdin.end(input)
  })
}

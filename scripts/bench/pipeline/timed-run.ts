import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { UserError } from '../../../src/cli/user-error.ts'
import { startChild } from '../processes/children.ts'

/** What one run of a command, or of several, took. */
export interface TimedRun {
  seconds: number
  /** Of the processor, by it and by all that it has started; 0 where there is no `/proc`. */
  cpuSeconds: number
}

/**
 * Runs commands one after the other, each until it ends.
 *
 * @throws {UserError} when one does not end well
 */
export async function timed(commands: Iterable<readonly string[]>, folder: string): Promise<TimedRun> {
  const [started, used] = [performance.now(), childrenSeconds()]
  for (const command of commands) {
    const child = startChild(command, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    })
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new UserError(`${command.join(' ')} ended with ${code}:\n${said}`)
  }
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: childrenSeconds() - used }
}

/** Seconds of processor time of the processes that this one has started, and that have ended. */
function childrenSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return 0
  }
}

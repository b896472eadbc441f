import { spawn } from 'node:child_process'
import type { Health } from '../health.ts'

/** How long a health command may take, in milliseconds. */
export const maxHealthTime = 30_000

/** How much of its output is kept, and how much of that is shown. The end of the output holds the reason, a line for each member. */
const keptOutput = 4096
const shownLines = 4
const shownLength = 500

/**
 * Runs a command of the operator in a shell and reads its exit status: 0 is healthy. A command that is not found, ends by a signal or does
 * not end in time has no result, and is stopped with all its child processes.
 */
export function runHealthCommand(command: string, timeout: number): Promise<Health> {
  const group = process.platform !== 'win32'
  const child = spawn(command, { shell: true, detached: group, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-keptOutput)
    })
  }
  const stop = () => {
    try {
      if (group && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      else child.kill('SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  process.once('exit', stop)
  return new Promise((resolve) => {
    let late = false
    const timer = setTimeout(() => {
      late = true
      stop()
    }, timeout)
    const end = (state: Health['state'], seen: string) => {
      clearTimeout(timer)
      process.off('exit', stop)
      resolve({ state, seen })
    }
    child.on('error', (error) => end('unknown', `the health command cannot be run: ${error.message}`))
    child.on('close', (status, signal) => {
      const lines = output.split('\n').map((line) => line.trim())
      const last = lines.filter((line) => line !== '').slice(-shownLines)
      const says = last.length === 0 ? '' : `: ${cutStart(last.join('; '), shownLength)}`
      if (late) end('unknown', `the health command did not end within ${timeout / 1000} s`)
      else if (status === 0) end('healthy', 'the health command ended with status 0')
      else if (status === null) end('unknown', `the health command was ended by ${signal}${says}`)
      // The exit status of a shell for a program that it does not find, or cannot run.
      else if (status === 126 || status === 127) end('unknown', `the health command cannot be run${says}`)
      else end('unhealthy', `the health command ended with status ${status}${says}`)
    })
  })
}

function cutStart(text: string, length: number): string {
  return text.length <= length ? text : `…${text.slice(1 - length)}`
}

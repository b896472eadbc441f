import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

/** What a process has printed, and its exit code; null until it has ended, or if a signal ended it. */
export interface Run {
  stdout: string
  stderr: string
  code: number | null
}

export interface StartedProcess {
  process: ChildProcess
  /** Grows while the process prints. */
  output: Run
  /** Settles when it prints more, or has ended. */
  printed(): Promise<unknown>
  /** Waits until it has printed this, on either output; rejects with what it has printed if it ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  /** Settles when it has ended and all of its output is read. */
  ended: Promise<Run>
  /** Sends it a signal, and waits for its end. */
  end(signal?: NodeJS.Signals): Promise<Run>
}

const running = new Set<ChildProcess>()

// One listener for all: Node.js warns of a leak after the tenth.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export function startProcess([program = '', ...args]: readonly string[], options: SpawnOptions = {}): StartedProcess {
  const child = spawn(program, args, options)
  running.add(child)
  child.once('exit', () => running.delete(child))
  const output: Run = { stdout: '', stderr: '', code: null }
  let isOver = false
  let more = Promise.withResolvers<void>()
  const ended = once(child, 'close').then(([code]) => {
    isOver = true
    output.code = code
    return output
  })
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.setEncoding('utf8').on('data', (text) => {
      output[stream] += text
      more.resolve()
      more = Promise.withResolvers()
    })
  const printed = () => Promise.race([more.promise, ended])
  return {
    process: child,
    output,
    ended,
    printed,
    async says(pattern) {
      for (;;) {
        const found = pattern.exec(output.stdout) ?? pattern.exec(output.stderr)
        if (found) return found
        if (isOver) throw new Error(`the process ended with ${output.code}: ${output.stderr || output.stdout}`)
        await printed()
      }
    },
    end(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

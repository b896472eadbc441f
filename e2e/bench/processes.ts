import { type SpawnOptions, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StartedProcess, startProcess } from '../../src/start-process.fixture.ts'

/** A folder that is removed when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a process that ends at the latest with this one. */
export function startChild(command: readonly string[], options: SpawnOptions = {}): StartedProcess {
  // With NODE_ENV=production Prism forks, and crashes.
  const { NODE_ENV: _, ...env } = process.env
  const stdio = ['ignore', 'ignore', 'pipe'] as const
  return startProcess(command, { stdio: [...stdio], ...options, env: { ...env, ...options.env } })
}

/** Resident memory of a process in MB (10^6 bytes). */
export function residentMegabytes(pid: number): number {
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status'))?.[1]) * 1024) / 1e6
}

/** Seconds of processor time that a process has used, in steps of 10 ms. */
export function cpuSeconds(pid: number): number {
  const stat = readProc(pid, 'stat')
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = fields.slice(11)
  return (Number(user) + Number(system)) / 100
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Two of the cores that this process may use; undefined with a single core or without `taskset`. */
export function chooseCores(): { server: number; load: number } | undefined {
  const { status, stdout } = spawnSync('taskset', ['--cpu-list', '--pid', String(process.pid)], { encoding: 'utf8' })
  // `0-2,5` is the list of the cores 0, 1, 2 and 5.
  const ranges = status === 0 ? [...(stdout.split(':').at(-1) ?? '').matchAll(/(\d+)(?:-(\d+))?/g)] : []
  const cores = ranges.flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
  )
  const [server, load] = cores
  if (server === undefined || load === undefined) return undefined
  return { server, load }
}

export function onCore(core: number | undefined, command: readonly string[]): readonly string[] {
  return core === undefined ? command : ['taskset', '--cpu-list', String(core), ...command]
}

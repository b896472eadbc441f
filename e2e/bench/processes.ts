import { type SpawnOptions, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StartedProcess, startProcess } from '../../src/start-process.fixture.ts'
import { UserError } from '../../src/user-error.ts'
import { root } from '../../src/workspace/root.ts'

/** A folder that is removed when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Copies this repository, without its packages, to a folder where its sources can be edited. */
export function copyRepository(): string {
  const base = temporaryFolder()
  for (const name of readdirSync(root))
    if (!['node_modules', 'e2e', '.cache', '.git', 'dist'].includes(name))
      cpSync(join(root, name), join(base, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(base, 'node_modules'))
  mkdirSync(join(base, '.cache'))
  return base
}

/** Starts a process that ends at the latest with this one. */
export function startChild(command: readonly string[], options: SpawnOptions = {}): StartedProcess {
  // With NODE_ENV=production Prism forks, and crashes.
  const { NODE_ENV: _, ...env } = process.env
  const stdio = ['ignore', 'ignore', 'pipe'] as const
  return startProcess(command, { stdio: [...stdio], ...options, env: { ...env, ...options.env } })
}

/** Resources that a command used; NaN where there is no `/proc`. */
export interface Usage {
  seconds: number
  /** Includes child processes. */
  cpuSeconds: number
}

/**
 * Runs a command until it ends.
 *
 * @throws {UserError} with its stderr, when its exit code is not 0
 */
export async function runToEnd(command: readonly string[], cwd?: string): Promise<Usage> {
  const used = () => cpuSeconds(process.pid, 'ended children')
  const [started, before] = [performance.now(), used()]
  const child = startChild(command, cwd === undefined ? {} : { cwd })
  const { code, stderr } = await child.ended
  if (code !== 0) throw new UserError(`${command.join(' ')} ended with ${code}:\n${stderr}`)
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: used() - before }
}

/** Resident memory of a process in MB (10^6 bytes). */
export function residentMegabytes(pid: number): number {
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status'))?.[1]) * 1024) / 1e6
}

/** Seconds of processor time that a process has used, or its children that have ended, in steps of 10 ms. */
export function cpuSeconds(pid: number, whose: 'own' | 'ended children' = 'own'): number {
  const stat = readProc(pid, 'stat')
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = fields.slice(whose === 'own' ? 11 : 13)
  return (Number(user) + Number(system)) / 100
}

/** Seconds of processor time that a process and its running children have used. */
export function familyCpuSeconds(pid: number): number {
  const children = readProc(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return children.reduce((sum, child) => sum + familyCpuSeconds(child), cpuSeconds(pid))
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

export interface Cores {
  server: number
  load: number
}

/** Two of the cores that this process may use; undefined with a single core or without `taskset`. */
export function chooseCores(): Cores | undefined {
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

export function onCores(cores: readonly number[] | undefined, command: readonly string[]): readonly string[] {
  return cores === undefined ? command : ['taskset', '--cpu-list', cores.join(','), ...command]
}

import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../../src/user-error.ts'
import { root } from '../../src/workspace/root.ts'
import { cpuSeconds, residentMegabytes } from './usage.ts'

const children = new Set<ChildProcess>()
const folders = new Set<string>()

process.once('exit', endEverything)
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

/** Ends all children and removes all folders. */
export function endEverything(): void {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

/** A folder that is removed when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-bench-'))
  folders.add(folder)
  return folder
}

/** Copies this repository, without its packages, to a folder where its sources can be edited. */
export function copyRepository(): string {
  const base = temporaryFolder()
  for (const name of readdirSync(root))
    if (!['node_modules', '.cache', '.git', 'dist'].includes(name))
      cpSync(join(root, name), join(base, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(base, 'node_modules'))
  mkdirSync(join(base, '.cache'))
  return base
}

/** Starts a process that ends at the latest with this one. */
export function startChild([program = '', ...args]: readonly string[], options: SpawnOptions): ChildProcess {
  // With NODE_ENV=production Prism forks, and crashes.
  const { NODE_ENV: _, ...env } = process.env
  const child = spawn(program, args, { ...options, env: { ...env, REDOCLY_TELEMETRY: 'off', ...options.env } })
  children.add(child)
  child.once('exit', () => children.delete(child))
  child.once('error', () => children.delete(child))
  return child
}

/** Sends SIGTERM, and after ten seconds SIGKILL. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exit = once(child, 'exit')
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000)
  child.kill('SIGTERM')
  await exit
  clearTimeout(force)
}

/** Resources that a command used. */
export interface Usage {
  seconds: number
  /** Includes child processes; NaN if there is no `/proc`. */
  cpuSeconds: number
  /** Highest resident memory; 0 if there is no `/proc`. */
  megabytes: number
}

/**
 * Runs a command until it ends.
 *
 * @throws {UserError} with its stderr, when its exit code is not 0
 */
export async function runToEnd(command: readonly string[], cwd?: string): Promise<Usage> {
  const used = () => cpuSeconds(process.pid, 'ended children')
  const [started, before] = [performance.now(), used()]
  const child = startChild(command, { ...(cwd && { cwd }), stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  let megabytes = 0
  const look = setInterval(() => {
    megabytes = residentMegabytes(child.pid ?? 0, 'highest') || megabytes
  }, 20)
  const [code] = await once(child, 'close')
  clearInterval(look)
  if (code !== 0) throw new UserError(`${command.join(' ')} ended with ${code}:\n${stderr}`)
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: used() - before, megabytes }
}

/** The core for servers and the core for the load generator. */
export interface Cores {
  server: number
  load: number
  /** All cores except the load generator's. */
  others: readonly number[]
}

/** Two of the cores that this process may use; undefined with a single core or without `taskset`. */
export function chooseCores(): Cores | undefined {
  const { status, stdout } = spawnSync('taskset', ['--cpu-list', '--pid', String(process.pid)], { encoding: 'utf8' })
  const cores = status === 0 ? parseCpuList(stdout.split(':').at(-1) ?? '') : []
  const [server, load] = cores
  if (server === undefined || load === undefined) return undefined
  return { server, load, others: cores.filter((core) => core !== load) }
}

/** `0-2,5` is the list of the cores 0, 1, 2 and 5. */
function parseCpuList(list: string): number[] {
  return [...list.matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
  )
}

/** The command, bound to the cores if there are any. */
export function onCores(cores: readonly number[] | undefined, command: readonly string[]): readonly string[] {
  return cores === undefined ? command : ['taskset', '--cpu-list', cores.join(','), ...command]
}

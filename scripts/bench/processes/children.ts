import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'

const children = new Set<ChildProcess>()
const folders = new Set<string>()

/** Starts a process that ends with this one at the latest, however this one ends. */
export function startChild(
  [program = '', ...args]: readonly string[],
  options: SpawnOptions,
  more: Readonly<Record<string, string>> = {},
): ChildProcess {
  // Prism forks, and crashes in doing so, when this says "production".
  const { NODE_ENV: _, ...env } = process.env
  const child = spawn(program, args, { env: { ...env, ...more }, ...options })
  children.add(child)
  child.once('exit', () => children.delete(child))
  child.once('error', () => children.delete(child))
  return child
}

/** Ends a process: it is asked first, and has ten seconds to comply. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000)
  child.kill('SIGTERM')
  await gone
  clearTimeout(force)
}

/** Removes the folder when this process ends. */
export function removeAtExit(folder: string): void {
  folders.add(folder)
}

/** To be called once, before anything is started. */
export function endEverythingAtExit(): void {
  process.once('exit', endEverything)
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
}

/** For when something went wrong: what runs on would keep this process from ending. */
export function endEverything(): void {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

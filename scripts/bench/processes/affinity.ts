import { spawnSync } from 'node:child_process'

/** The core that servers run on and the core that the load comes from; null where processes cannot be bound to cores. */
export interface Cores {
  server: number
  load: number
  /** All but the one of the load. */
  others: readonly number[]
}

/** Two cores of those that this process may use, if there are two and `taskset` is there to bind processes to them. */
export function chooseCores(): Cores | null {
  const { status, stdout } = spawnSync('taskset', ['--cpu-list', '--pid', String(process.pid)], { encoding: 'utf8' })
  if (status !== 0) return null
  const cores = parseCpuList(stdout.split(':').at(-1) ?? '')
  const [server, load] = cores
  if (server === undefined || load === undefined) return null
  return { server, load, others: cores.filter((core) => core !== load) }
}

/** `0-2,5` are the cores 0, 1, 2 and 5. */
export function parseCpuList(list: string): number[] {
  return [...list.matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
  )
}

/** The command, bound to these cores when there are any. */
export function onCores(cores: readonly number[] | undefined, command: readonly string[]): readonly string[] {
  return cores === undefined ? command : ['taskset', '--cpu-list', cores.join(','), ...command]
}

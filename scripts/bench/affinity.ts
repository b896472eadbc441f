import { spawnSync } from 'node:child_process'

/** The core that servers run on and the core that the load comes from; null where processes cannot be bound to cores. */
export interface Cores {
  server: number
  load: number
}

/** Two cores of those that this process may use, if there are two and `taskset` is there to bind processes to them. */
export function chooseCores(): Cores | null {
  const { status, stdout } = spawnSync('taskset', ['--cpu-list', '--pid', String(process.pid)], { encoding: 'utf8' })
  if (status !== 0) return null
  const [server, load] = parseCpuList(stdout.split(':').at(-1) ?? '')
  return server === undefined || load === undefined ? null : { server, load }
}

/** `0-2,5` are the cores 0, 1, 2 and 5. */
export function parseCpuList(list: string): number[] {
  return [...list.matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
  )
}

/** The command, bound to a core when there is one. */
export function onCore(core: number | undefined, command: readonly string[]): readonly string[] {
  return core === undefined ? command : ['taskset', '--cpu-list', String(core), ...command]
}

import { readFileSync } from 'node:fs'

// All figures are NaN where there is no `/proc`.

/** Resident memory of a process in MB (10^6 bytes), now or at its highest. */
export function residentMegabytes(pid: number, when: 'now' | 'highest' = 'now'): number {
  const line = when === 'now' ? /^VmRSS:\s+(\d+) kB$/m : /^VmHWM:\s+(\d+) kB$/m
  return (Number(line.exec(read(pid, 'status'))?.[1]) * 1024) / 1e6
}

/** Seconds of processor time that a process has used, or its children that have ended, in steps of 10 ms. */
export function cpuSeconds(pid: number, whose: 'own' | 'ended children' = 'own'): number {
  const stat = read(pid, 'stat')
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = fields.slice(whose === 'own' ? 11 : 13)
  return (Number(user) + Number(system)) / 100
}

/** Seconds of processor time that a process and its running children have used. */
export function familyCpuSeconds(pid: number): number {
  const children = read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return children.reduce((sum, child) => sum + familyCpuSeconds(child), cpuSeconds(pid))
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

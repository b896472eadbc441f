import { readFileSync } from 'node:fs'

/** Resident memory of a process in MB (10^6 bytes), now or at its highest; undefined where there is no `/proc`. */
export function residentMegabytes(pid: number, when: 'now' | 'highest' = 'now'): number | undefined {
  const line = when === 'now' ? /^VmRSS:\s+(\d+) kB$/m : /^VmHWM:\s+(\d+) kB$/m
  const kibibytes = line.exec(read(pid, 'status'))?.[1]
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1024) / 1e6
}

/**
 * Seconds of processor time that a process has used, or its children that have ended, in steps of 10 ms; undefined where
 * there is no `/proc`.
 */
export function cpuSeconds(pid: number, whose: 'own' | 'ended children' = 'own'): number | undefined {
  return parseCpuSeconds(read(pid, 'stat'), whose)
}

/** Seconds of processor time that a process and its running children have used. */
export function familyCpuSeconds(pid: number): number | undefined {
  const children = read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  const all = [cpuSeconds(pid), ...children.map(familyCpuSeconds)]
  return all.every((seconds) => seconds !== undefined) ? all.reduce((sum, seconds) => sum + seconds, 0) : undefined
}

export function parseCpuSeconds(stat: string, whose: 'own' | 'ended children' = 'own'): number | undefined {
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = whose === 'own' ? [fields[11], fields[12]] : [fields[13], fields[14]]
  return user === undefined || system === undefined ? undefined : (Number(user) + Number(system)) / 100
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

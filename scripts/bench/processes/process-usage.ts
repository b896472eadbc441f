import { readFileSync } from 'node:fs'

/** Resident memory of a process in MB (10^6 bytes); undefined where there is no `/proc`. */
export function residentMegabytes(pid: number): number | undefined {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(read(pid, 'status'))?.[1]
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1024) / 1e6
}

/** Seconds of processor time that a process has used, in steps of 10 ms; undefined where there is no `/proc`. */
export function cpuSeconds(pid: number): number | undefined {
  return parseCpuSeconds(read(pid, 'stat'))
}

/** The same of a process and those that it has started, as they are now. */
export function familyCpuSeconds(pid: number): number | undefined {
  const children = read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  const own = [cpuSeconds(pid), ...children.map(familyCpuSeconds)]
  return own.every((seconds) => seconds !== undefined) ? own.reduce((sum, seconds) => sum + seconds, 0) : undefined
}

/** The program's name stands second, in parentheses, and may itself hold spaces and parentheses: fields count from behind it. */
export function parseCpuSeconds(stat: string): number | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [fields[11], fields[12]]
  return user === undefined || system === undefined ? undefined : (Number(user) + Number(system)) / 100
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

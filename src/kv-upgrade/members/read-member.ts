import { monotonicTimers } from '../../timers.ts'
import { type Connection, get, NoAnswer } from './connection.ts'

/** The answers of one member. A field is absent where the member does not tell it. */
export interface MemberReport {
  endpoint: string
  answers: boolean
  /** Version of its binary, as the member writes it (KVC-005). */
  server?: string
  /** Version of the cluster, as the member writes it (KVC-006). */
  cluster?: string
  /** Whether it shows `kv_server_is_leader` 1 (KVC-008, KVC-009). */
  leads?: boolean
  /** The paths that could not be read, and why. */
  problems: readonly { path: Path; detail: string }[]
}

export type Path = '/version' | '/metrics'
type MemberAnswer = Pick<MemberReport, 'server' | 'cluster' | 'leads'>

/**
 * Asks one member for its versions (KVC-030) and its metrics (KVC-032), at the same time and under one time-out. Nothing else: no
 * other path is documented, and a 3.5 member that is asked `/health` can write to its v2 store, after which 3.6 does not start (gap KVC-G05).
 */
export async function readMember(endpoint: string, connection: Connection): Promise<MemberReport> {
  const { timeout, timers = monotonicTimers } = connection
  const late = new AbortController()
  const stopTimer = timers.after(timeout, () => late.abort())
  const problems: { path: Path; detail: string }[] = []
  let answers = false
  const ask = async (path: Path, read: (text: string) => MemberAnswer): Promise<MemberAnswer> => {
    try {
      const { status, text } = await get(endpoint + path, connection, late.signal)
      answers = true
      if (status !== 200) throw new NoAnswer(`it answers with status ${status}`, true)
      return read(text)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      answers ||= error.answered
      problems.push({ path, detail: error.message })
      return {}
    }
  }
  const readings = await Promise.all([ask('/version', readVersions), ask('/metrics', readLeader)]).finally(stopTimer)
  problems.sort((one, other) => one.path.localeCompare(other.path))
  return Object.assign({ endpoint, answers, problems }, ...readings)
}

/** Asks all members at the same time, so that a silent member does not delay the others. */
export function readMembers(endpoints: readonly string[], connection: Connection): Promise<MemberReport[]> {
  return Promise.all(endpoints.map((endpoint) => readMember(endpoint, connection)))
}

function readVersions(text: string): MemberAnswer {
  const { kvserver, kvcluster } = asObject(text)
  if (typeof kvserver === 'string' && typeof kvcluster === 'string') return { server: kvserver, cluster: kvcluster }
  throw new NoAnswer('its answer does not hold the strings kvserver and kvcluster', true)
}

function asObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Reads the gauge in the Prometheus text format, `kv_server_is_leader{label="value"} 1`. */
function readLeader(text: string): MemberAnswer {
  const samples = text.matchAll(/^kv_server_is_leader(?:[ \t]*\{.*\})?[ \t]+(\S+)/gm)
  const [value, ...others] = new Set([...samples].map(([, number]) => Number(number)))
  if (others.length === 0 && (value === 0 || value === 1)) return { leads: value === 1 }
  throw new NoAnswer('its metrics do not hold kv_server_is_leader as 0 or 1', true)
}

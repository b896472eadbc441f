import { type Connection, get, NoAnswer, readBody } from './connection.ts'

interface Sample {
  name: string
  labels: Readonly<Record<string, string>>
  /** The text of the value: `1`, `1e+00`, `NaN`. */
  value: string
}

/** The limits of one answer: bytes in all, characters of a line, and samples that are kept. */
const limits = { bytes: 128 * 2 ** 20, line: 2 ** 16, samples: 1000 }

/**
 * Finds the samples of some metrics in the Prometheus text format, line by line as it streams in. Other metrics, of which a member
 * may expose very many, are never held in memory.
 *
 * @throws NoAnswer when the text does not end within 128 MiB.
 */
async function findSamples(body: AsyncIterable<Buffer>, names: readonly string[]): Promise<Sample[]> {
  const samples: Sample[] = []
  const take = (line: string) => {
    const sample = names.some((name) => line.startsWith(name)) ? readSample(line) : undefined
    if (sample && names.includes(sample.name) && samples.length < limits.samples) samples.push(sample)
  }
  let rest = ''
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limits.bytes) throw new NoAnswer(`its metrics are longer than ${limits.bytes / 2 ** 20} MiB`, true)
    // The names and labels in use are ASCII. With one byte for each character, the end of a chunk splits none.
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = (lines.pop() ?? '').slice(0, limits.line)
    for (const line of lines) if (line.length <= limits.line) take(line)
  }
  take(rest)
  return samples
}

const labelPattern = /\s*([A-Za-z_][A-Za-z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(,|\})/y

/** Reads `name{label="value"} 1 1700000000000`. Undefined for text that is not a sample. */
function readSample(line: string): Sample | undefined {
  const [head, name] = /^([A-Za-z_:][A-Za-z0-9_:]*)\s*(\{\s*\}?)?/.exec(line) ?? []
  if (head === undefined || name === undefined) return undefined
  const labels: Record<string, string> = Object.create(null)
  let at = head.length
  if (head.includes('{') && !head.includes('}')) {
    for (let more = true; more; ) {
      labelPattern.lastIndex = at
      const [all, label, value, end] = labelPattern.exec(line) ?? []
      if (all === undefined || label === undefined || value === undefined) return undefined
      labels[label] = value.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))
      at += all.length
      more = end === ',' && !/^\s*\}/.test(line.slice(at))
      if (end === ',' && !more) at = line.indexOf('}', at) + 1
    }
  }
  const [, value] = /^\s*(\S+)(\s+-?\d+)?\s*$/.exec(line.slice(at)) ?? []
  return value === undefined ? undefined : { name, labels, value }
}

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
  /** The ids of the member and its peers. Only 3.6 members show them; the labels are those of the family (gap KVC-G08). */
  known?: { own: string; peers: readonly string[] }
  /** The paths that could not be read, and why. */
  problems: readonly { path: Path; detail: string }[]
}

export type Path = '/version' | '/metrics'
type MemberAnswer = Partial<Omit<MemberReport, 'endpoint' | 'answers' | 'problems'>>

const bodyLimit = 2 ** 16

/**
 * Asks one member for its versions (KVC-030) and its metrics (KVC-032), at the same time and under one time-out. Nothing else: no
 * other path is documented, and a 3.5 member that is asked `/health` can write to its v2 store, after which 3.6 does not start (gap KVC-G05).
 */
export async function readMember(endpoint: string, connection: Connection): Promise<MemberReport> {
  const signal = AbortSignal.timeout(connection.timeout)
  const problems: { path: Path; detail: string }[] = []
  let answers = false
  const ask = async (path: Path, read: (url: string) => Promise<MemberAnswer>): Promise<MemberAnswer> => {
    try {
      const told = await read(endpoint + path)
      answers = true
      return told
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      answers ||= error.answered
      problems.push({ path, detail: error.message })
      return {}
    }
  }
  const told = await Promise.all([
    ask('/version', (url) => readVersions(url, connection, signal)),
    ask('/metrics', (url) => readMetrics(url, connection, signal)),
  ])
  problems.sort((one, other) => one.path.localeCompare(other.path))
  return Object.assign({ endpoint, answers, problems }, ...told)
}

/** Asks all members at the same time, so that a silent member does not delay the others. */
export function readMembers(endpoints: readonly string[], connection: Connection): Promise<MemberReport[]> {
  return Promise.all(endpoints.map((endpoint) => readMember(endpoint, connection)))
}

async function readVersions(url: string, connection: Connection, signal: AbortSignal): Promise<MemberAnswer> {
  const answer = await get(url, connection, signal)
  const body = asObject(await readBody(answer, bodyLimit))
  expectOk(answer.status)
  const { kvserver, kvcluster } = body ?? {}
  if (typeof kvserver !== 'string' || typeof kvcluster !== 'string') {
    throw new NoAnswer('its answer does not hold the strings kvserver and kvcluster', true)
  }
  return { server: kvserver, cluster: kvcluster }
}

async function readMetrics(url: string, connection: Connection, signal: AbortSignal): Promise<MemberAnswer> {
  const answer = await get(url, connection, signal)
  const samples = await findSamples(answer.body, ['kv_server_is_leader', 'kv_network_known_peers'])
  expectOk(answer.status)
  const leader = new Set(samples.filter(({ name }) => name === 'kv_server_is_leader').map(({ value }) => Number(value)))
  const [value] = leader
  if (leader.size !== 1 || (value !== 0 && value !== 1)) {
    throw new NoAnswer('its metrics do not hold kv_server_is_leader as 0 or 1', true)
  }
  return { leads: value === 1, ...knownOf(samples) }
}

function knownOf(samples: readonly Sample[]): MemberAnswer {
  const peers = samples.filter(({ name }) => name === 'kv_network_known_peers').map(({ labels }) => labels)
  const own = peers[0]?.Local
  if (!own || peers.some(({ Local, Remote }) => Local !== own || !Remote)) return {}
  return { known: { own, peers: peers.flatMap(({ Remote }) => Remote ?? []) } }
}

function expectOk(status: number): void {
  if (status !== 200) throw new NoAnswer(`it answers with status ${status}`, true)
}

function asObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

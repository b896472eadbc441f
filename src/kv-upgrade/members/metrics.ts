import { NoAnswer } from './connection.ts'

/** One sample of the Prometheus text format. */
export interface Sample {
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
export async function findSamples(body: AsyncIterable<Buffer>, names: readonly string[]): Promise<Sample[]> {
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

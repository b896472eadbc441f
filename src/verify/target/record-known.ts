import { readFileSync } from 'node:fs'
import { type Document, isMap, parseDocument, stringify } from 'yaml'
import type { YamlPlace } from '../../contract/yaml-file.ts'
import { byCause } from '../report/counts.ts'
import type { ShownReport } from '../report/shown-report.ts'
import { faultOf, unexplained } from '../runner/known.ts'
import type { KnownDeviation, KnownFault } from './target.ts'

/** Days for which a recorded deviation is expected, unless somebody says otherwise. */
const daysKnown = 90

type Known = Record<string, KnownDeviation>

/** The rules that a run found broken, in the form and at the place that a target file has for them; one entry for each cause. */
export function writeKnown(report: ShownReport): string {
  const entries = [...knownOf(report)].map(([name, known]) => [name, { known }] as const)
  const head = [
    `# Rules that ${report.target.replaceAll(/\s+/g, ' ')} broke on ${report.started.slice(0, 10)}.`,
    '# Say why the server breaks each: until then it fails the run. --known reads this file; --merge writes to the target file.',
  ]
  return `${head.join('\n')}\n${stringify({ interfaces: Object.fromEntries(entries) })}`
}

/** The text of a target file with the rules that a run found broken, a line for each part. Its comments and its other entries stay. */
export function mergeKnown({ file, path }: YamlPlace, report: ShownReport): string {
  const yaml: Document = parseDocument(readFileSync(file, 'utf8'))
  for (const [name, known] of knownOf(report)) {
    const place = [...path, 'interfaces', name, 'known']
    for (const [ids, deviation] of Object.entries(known)) {
      const before = yaml.getIn([...place, ids])
      const { faults = [] } = isMap(before) ? (before.toJSON() as KnownDeviation) : {}
      yaml.setIn([...place, ids], { ...deviation, faults: distinct([...faults, ...(deviation.faults ?? [])]) })
    }
    for (let length = 0; length <= place.length; length++) {
      const around = yaml.getIn(place.slice(0, length), true)
      if (isMap(around)) around.flow = false
    }
  }
  return yaml.toString({ lineWidth: 0 })
}

function knownOf({ started, results }: ShownReport): Map<string, Known> {
  const until = new Date(Date.parse(started.slice(0, 10)) + daysKnown * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const found = new Map<string, Known>()
  for (const group of byCause(results.filter(({ result }) => result === 'failed'))) {
    const { interface: name = '' } = group[0] ?? {}
    const ids = [...new Set(group.map(({ rule }) => rule.id))].join(', ')
    const known = found.get(name) ?? {}
    const faults = distinct([...(known[ids]?.faults ?? []), ...group.map(faultOf)])
    found.set(name, { ...known, [ids]: { because: unexplained, until, faults } })
  }
  return found
}

function distinct(faults: readonly KnownFault[]): KnownFault[] {
  return [...new Map(faults.map((fault) => [fault.at, fault])).values()]
}

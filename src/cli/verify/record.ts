import { stringify } from 'yaml'
import type { Report } from '../../verify/runner/report.ts'

/** Days for which a recorded deviation is expected, unless somebody says otherwise. */
const daysKnown = 90

/** The rules that a run found broken, in the form of `known` in a target file. */
export function writeKnown({ target, started, results }: Report): string {
  const day = started.slice(0, 10)
  const until = new Date(Date.parse(day) + daysKnown * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const broken = Map.groupBy(
    results.filter(({ result }) => result === 'failed'),
    (result) => result.interface,
  )
  const entries = [...broken].map(([name, group]) => {
    const known = group.map(({ rule }) => [rule.id, { because: 'not explained yet', until }] as const)
    return [name, { known: Object.fromEntries(known) }] as const
  })
  const head = [
    `# Rules that ${target.replaceAll(/\s+/g, ' ')} broke on ${day}.`,
    '# Copy each `known` below its interface in the target file, and say why the server breaks the rule.',
  ]
  return `${head.join('\n')}\n${stringify(Object.fromEntries(entries))}`
}

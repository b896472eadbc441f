import type { Rule } from '../contract/contract.ts'
import { isDocumented, type Violation } from '../contract/violation.ts'
import { printable } from '../redaction/printable.ts'
import { describeViolation } from './describe-violation.ts'

/** An exchange whose response is not as its contract says. */
export interface Finding {
  /** Counted from 1. */
  number: number
  method: string
  /** Without credentials. */
  url: string
  interface: string
  operation: string
  status: number
  violations: Violation[]
}

/** What became of all exchanges. */
export interface Tally {
  responses: number
  checked: number
  /** Responses that break a documented fact, and in how many places. */
  broken: number
  violations: number
  /** Places in which responses differ from what was only assumed. */
  differences: number
  /** How often a request was for nothing that a contract documents, by what it was for. */
  notInContract: Map<string, number>
  /** How many exchanges were not judged, by the reason. */
  skipped: Map<string, number>
  /** How many bodies were not looked at in responses that were checked, by the reason. */
  unread: Map<string, number>
}

export function emptyTally(): Tally {
  return {
    responses: 0,
    checked: 0,
    broken: 0,
    violations: 0,
    differences: 0,
    notInContract: new Map(),
    skipped: new Map(),
    unread: new Map(),
  }
}

/** Adds what was found of one response that was checked. */
export function addChecked(tally: Tally, violations: readonly Violation[]): void {
  const documented = violations.filter(isDocumented).length
  tally.checked++
  tally.violations += documented
  tally.differences += violations.length - documented
  if (documented > 0) tally.broken++
}

const maxNames = 1000

/** Counts one more; names beyond a thousand are counted together, so that a tally stays small. */
export function count(counts: Map<string, number>, name: string): void {
  const known = counts.has(name) || counts.size < maxNames ? name : 'others'
  counts.set(known, (counts.get(known) ?? 0) + 1)
}

/** A finding in lines; the same fault in several elements of an array is one line. */
export function describeFinding(finding: Finding, rules: ReadonlyMap<string, Rule>, noun = 'entry'): string {
  const { number, method, url, operation, status, violations } = finding
  const groups = Map.groupBy(violations, ({ at, expected, assumption, rules: ids }) =>
    [placeInAll(at), expected, assumption, ...ids].join('\n'),
  )
  const lines = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const [wrong = '', ...more] = describeViolation(first, rules)
    return [
      group.length === 1 ? wrong : `${wrong} (and ${group.length - 1} more at ${printable(placeInAll(first.at))})`,
      ...more,
    ]
  })
  const title = printable(`${noun} ${number}: ${method} ${url} (${operation}, ${status})`)
  return [title, ...lines.map((line) => `  ${line}`), ''].join('\n')
}

function placeInAll(at: string): string {
  return at.replace(/\/\d+(?=\/|$)/g, '/*')
}

/** The tally in lines. */
export function describeTally(tally: Tally): string {
  const { responses, checked, broken, violations, differences } = tally
  const lines = [
    `${plural(responses, 'response')}: ${checked} checked, ${total(tally.notInContract)} not in the contract, ${total(tally.skipped)} skipped`,
    ...list('not in the contract', tally.notInContract),
    ...list('skipped', tally.skipped),
    ...list('body', tally.unread),
    violations === 0 ? 'No violations.' : `${plural(violations, 'violation')} in ${plural(broken, 'response')}.`,
  ]
  if (differences > 0)
    lines.push(`${plural(differences, 'difference')} from our assumptions, which break no documented rule.`)
  return `${lines.join('\n')}\n`
}

function list(title: string, counts: Map<string, number>): string[] {
  const most = [...counts].sort(([, one], [, other]) => other - one)
  const lines = most.slice(0, 20).map(([name, times]) => `  ${title}: ${printable(name)} (${times})`)
  return most.length > 20 ? [...lines, `  ${title}: ${most.length - 20} more kinds`] : lines
}

export function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, times) => sum + times, 0)
}

export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

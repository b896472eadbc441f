import type { Rule } from '../contract/contract.ts'
import type { Operation } from '../contract/operation.ts'
import { placeInDocument } from '../contract/source-text.ts'
import { isDocumented, type Violation } from '../contract/violation.ts'
import { printable } from '../printable.ts'
import { maskUrl } from '../redaction/mask.ts'
import { createRedactor } from '../redaction/redactor.ts'
import { hidden } from '../redaction/secret-names.ts'
import { credentialsIn } from '../redaction/secret-values.ts'
import { plural, type Finding as ReportedFinding } from '../report/finding.ts'
import { describeViolation } from './contract-violation.ts'

/** A message of an exchange that breaks its contract. */
export interface Finding {
  of: 'request' | 'response'
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

/** A finding that may contain credentials. */
export type RawFinding = Omit<Finding, 'url' | 'operation'> & { url: URL; operation: Operation }

/**
 * A finding without credentials.
 *
 * @param requestHeaders a response may repeat the credentials among them
 */
export function redactFinding(
  { url, operation, violations, ...finding }: RawFinding,
  requestHeaders: Readonly<Record<string, string>>,
): Finding {
  const { text } = createRedactor(credentialsIn(requestHeaders).map((value) => [value, hidden]))
  return {
    ...finding,
    url: text(maskUrl(url, operation)),
    operation: operation.id,
    violations: violations.map((violation) => ({
      ...violation,
      at: text(violation.at),
      seen: text(violation.seen),
    })),
  }
}

/** Numbers of checked messages of one kind. */
export interface CheckedTally {
  checked: number
  /** Messages that break a documented fact. */
  broken: number
  /** Places in which they break one. */
  violations: number
  /** Places in which messages differ from an assumption. */
  differences: number
  /** Messages with more violations than are reported and counted. */
  cut: number
}

/** The results of all exchanges. The numbers of the base type are those of responses. */
export interface Tally extends CheckedTally {
  responses: number
  requests: CheckedTally
  /** Requests that no contract documents, counted by method and path. */
  notInContract: Map<string, number>
  /** Exchanges that were not checked, counted by the reason. */
  skipped: Map<string, number>
  /** Checked responses whose body was not checked, counted by the reason. */
  unread: Map<string, number>
}

export function emptyTally(): Tally {
  const nothing: CheckedTally = { checked: 0, broken: 0, violations: 0, differences: 0, cut: 0 }
  return {
    responses: 0,
    ...nothing,
    requests: { ...nothing },
    notInContract: new Map(),
    skipped: new Map(),
    unread: new Map(),
  }
}

/** Adds the violations of one message that was checked. */
export function addChecked(tally: CheckedTally, violations: readonly Violation[]): void {
  const documented = violations.filter(isDocumented).length
  tally.checked++
  tally.violations += documented
  tally.differences += violations.length - documented
  if (documented > 0) tally.broken++
  if (violations.at(-1)?.andMore) tally.cut++
}

const maxNames = 1000

/** Adds one to a count. Names beyond a thousand share one count, so that a tally stays small. */
export function count(counts: Map<string, number>, name: string): void {
  const known = counts.has(name) || counts.size < maxNames ? name : 'others'
  counts.set(known, (counts.get(known) ?? 0) + 1)
}

/** A finding in lines. The same fault in several elements of an array is one line. */
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
  if (violations.at(-1)?.andMore) {
    lines.push(`and more: the report is limited to ${violations.length}`)
  }
  const message = finding.of === 'request' ? `${noun} ${number}, request` : `${noun} ${number}`
  const title = printable(`${message}: ${method} ${url} (${operation}, ${status})`)
  return [title, ...lines.map((line) => `  ${line}`), ''].join('\n')
}

function placeInAll(at: string): string {
  return at.replace(/\/\d+(?=\/|$)/g, '/*')
}

/**
 * A finding as the findings of all tools: one for each violation, at the place of the document that describes the message.
 *
 * @param file what has the exchange, where the document has no such place
 */
export function toFindings(
  { of, method, url, operation, status, violations }: Finding,
  rules: ReadonlyMap<string, Rule>,
  file?: string,
): ReportedFinding[] {
  const derived = [...rules.keys()].find((id) => id.startsWith(`${operation}/`)) ?? ''
  const answer = rules.get(`${operation}/${status}`)
  const source = (answer ?? rules.get(derived))?.source
  const isOfOperation = of === 'request' || answer === undefined
  const section = isOfOperation ? source?.section.replace(/\/responses\/.*/, '') : source?.section
  const found = source && section ? placeInDocument({ ...source, section }) : undefined
  const place = found ?? (file === undefined ? undefined : { file, line: 1 })
  return violations.map((violation) => {
    const { at, assumption, rules: broken } = violation
    const part = /^\w+(?= |$)/.exec(at)?.[0] ?? 'body'
    return {
      id: `${of}-${part}`,
      level: assumption === undefined ? 'error' : 'note',
      message: printable(`${method} ${url} (${status}): ${describeViolation(violation)[0]}`),
      ...(place && { place }),
      operation,
      rules: broken,
    }
  })
}

/** The tally in lines. */
export function describeTally(tally: Tally): string {
  const { checked, requests } = tally
  const lines = [
    subjectOf(tally),
    ...list('not in the contract', tally.notInContract),
    ...list('skipped', tally.skipped),
    ...list('body', tally.unread),
    ...(checked > 0 || requests.checked > 0 ? [describeViolations(tally, 'response')] : []),
    ...describeDifferences(tally, ''),
  ]
  if (requests.violations > 0) lines.push(describeViolations(requests, 'request'))
  lines.push(...describeDifferences(requests, ' in requests'))
  return `${lines.join('\n')}\n`
}

/** `2 responses: 2 checked, 0 not in the contract, 0 skipped` */
export function subjectOf({ responses, checked, notInContract, skipped }: Tally): string {
  return `${plural(responses, 'response')}: ${checked} checked, ${total(notInContract)} not in the contract, ${total(skipped)} skipped`
}

export function tallyToJson({ notInContract, skipped, unread, ...numbers }: Tally): object {
  return {
    ...numbers,
    notInContract: Object.fromEntries(notInContract),
    skipped: Object.fromEntries(skipped),
    unread: Object.fromEntries(unread),
  }
}

function describeViolations({ violations, broken, cut }: CheckedTally, noun: string): string {
  if (violations === 0) return 'No violations.'
  const prefix = cut > 0 ? 'At least ' : ''
  return `${prefix}${plural(violations, 'violation')} in ${plural(broken, noun)}.`
}

function describeDifferences({ differences }: CheckedTally, where: string): string[] {
  if (differences === 0) return []
  return [`${plural(differences, 'difference')} from our assumptions${where}, which break no documented rule.`]
}

function list(title: string, counts: Map<string, number>): string[] {
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  const lines = sorted.slice(0, 20).map(([name, times]) => `  ${title}: ${printable(name)} (${times})`)
  return sorted.length > 20 ? [...lines, `  ${title}: ${sorted.length - 20} more kinds`] : lines
}

export function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, times) => sum + times, 0)
}

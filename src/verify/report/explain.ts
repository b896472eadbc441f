import { onOneLine } from '../context/inconclusive-error.ts'
import { readMethods } from '../target/target.ts'
import { toCurl } from './curl.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

/** The parts of one result that every report shows. A report only lays them out. */
export interface Explanation {
  id: string
  /** The text of the rule: Markdown in which only code is marked up. */
  statement: string
  /** One for a failed rule, one for each difference from an assumption, none for other results. */
  findings: readonly Finding[]
  /** Lines for a shell that repeat a failure: the changes that the check made before, and the request of the failed expectation. */
  requests?: readonly string[]
  /** Status of the failed answer, or `none`. */
  answer?: string
  /** Address of the rule's documentation; undefined where none is published. */
  docs: string | undefined
  source: ReturnType<SourceLinks['source']>
}

export interface Finding {
  /** The thing that the check looked at, and how it was wrong. */
  what?: string
  /** The assumption that the target does not share. */
  assumed?: { gap: string; statement: string }
  expected?: string
  seen?: string
}

/** Changes before the failed request that are shown: a check may make many. */
const maxBefore = 4

export function explain(
  result: ShownResult,
  { variables }: Pick<ShownReport, 'variables'>,
  links: SourceLinks,
): Explanation {
  const { interface: name, rule, exchanges, failedAt } = result
  const isBroken = result.result === 'failed' || result.result === 'known'
  const last = (failedAt ?? exchanges.length - 1) + 1
  const failed = isBroken ? exchanges[last - 1] : undefined
  const before = exchanges.slice(0, last - 1).filter(({ request }) => !readMethods.has(request.method))
  return {
    id: rule.id,
    statement: rule.statement.trim(),
    findings: findingsOf(result, links),
    ...(failed && {
      requests: [...before.slice(-maxBefore), failed].map(({ request }) => toCurl(request, variables)),
      answer: String(failed.response?.status ?? 'none'),
    }),
    docs: links.docs(name, rule.id),
    source: links.source(name, rule.id),
  }
}

function findingsOf(
  { interface: name, result, failure, differences = [] }: ShownResult,
  links: SourceLinks,
): Finding[] {
  if (result === 'failed' || result === 'known') {
    const { message = '', ...values } = failure ?? {}
    return [{ ...(message !== '' && { what: message }), ...skipSame(values) }]
  }
  // A check meets the same difference several times if it asks several times.
  return [...Map.groupBy(differences, ({ gap }) => gap)].map(([gap, group]) => ({
    assumed: { gap, statement: links.statement(name, gap) ?? '' },
    seen: [...new Set(group.map(({ message }) => onOneLine(message)))].join('\n'),
  }))
}

/**
 * Leaves out the common beginning of two long texts: a report would cut both before they differ. The texts are already redacted, so the cut
 * goes through no secret.
 */
function skipSame(values: Pick<Finding, 'expected' | 'seen'>): Pick<Finding, 'expected' | 'seen'> {
  const { expected = '', seen = '' } = values
  let same = 0
  while (same < expected.length && expected[same] === seen[same]) same += 1
  if (same < 800) return values
  const from = same - 100
  const skip = (text: string) => `(${from} characters that do not differ) …${text.slice(from).toWellFormed()}`
  return { expected: skip(expected), seen: skip(seen) }
}

/** The parts of a finding with their labels, for reports that consist of lines. */
export function rowsOf({ what, assumed, expected, seen }: Finding): [label: string, text: string][] {
  const rows: [string, string | undefined][] = [
    ['', what],
    ['assumed', assumed && `${assumed.gap} ${assumed.statement}`.trim()],
    ['expected', expected],
    ['seen', seen],
  ]
  return rows.flatMap(([label, text]) => (text === undefined ? [] : [[label, text]]))
}

/** An explanation as plain text: the findings, the request, and the address of the documentation. */
export function linesOf({ findings, requests = [], answer, docs }: Explanation): string[] {
  const rows = [
    ...findings.flatMap(rowsOf),
    ...requests.map((curl) => ['request', curl] as const),
    ...(answer === undefined ? [] : [['answer', answer] as const]),
    ...(docs === undefined ? [] : [['docs', docs] as const]),
  ]
  return rows.map(([label, text]) => (label === '' ? text : `${label}: ${text}`))
}

/** The beginning of a text, which may be as long as a body. */
export function shorten(text: string, characters = 1000): string {
  return text.length > characters ? `${text.slice(0, characters).toWellFormed()}…` : text
}

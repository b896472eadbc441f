import { onOneLine } from '../context/inconclusive-error.ts'
import { readMethods } from '../target/target.ts'
import { toCurl } from './curl.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

/** A line of an explanation. The label is empty for what needs none. */
export type Row = readonly [label: string, text: string]

/** The parts of one result that every report shows. A report only lays them out. */
export interface Explanation {
  /** What failed, or how the target differs from each assumption; none for other results. */
  findings: readonly Row[]
  /** Lines for a shell that repeat a failure: the changes that the check made before, and the request of the failed expectation. */
  requests?: readonly string[]
  /** Status of the failed answer, or `none`. */
  answer?: string
  /** Address of the rule's documentation; undefined where none is published. */
  docs: string | undefined
  source: ReturnType<SourceLinks['source']>
}

/** Changes before the failed request that are shown: a check may make many. */
const maxBefore = 4

export function explain(
  result: ShownResult,
  { variables }: Pick<ShownReport, 'variables'>,
  links: SourceLinks,
): Explanation {
  const { interface: name, rule, exchanges, failedAt, failure, differences = [] } = result
  const isBroken = result.result === 'failed' || result.result === 'known'
  const last = (failedAt ?? exchanges.length - 1) + 1
  const failed = isBroken ? exchanges[last - 1] : undefined
  const before = exchanges.slice(0, last - 1).filter(({ request }) => !readMethods.has(request.method))
  return {
    findings: isBroken ? rowsOfFailure(failure) : rowsOfDifferences(name, differences, links),
    ...(failed && {
      requests: [...before.slice(-maxBefore), failed].map(({ request }) => toCurl(request, variables)),
      answer: String(failed.response?.status ?? 'none'),
    }),
    docs: links.docs(name, rule.id),
    source: links.source(name, rule.id),
  }
}

/**
 * Leaves out the common beginning of two long texts: a report would cut both before they differ. The texts are already redacted, so the cut
 * goes through no secret.
 */
function rowsOfFailure({ message = '', expected, seen }: Partial<NonNullable<ShownResult['failure']>> = {}): Row[] {
  let same = 0
  while (expected !== undefined && same < expected.length && expected[same] === seen?.[same]) same += 1
  const from = same - 100
  const shown = (text: string) =>
    same < 800 ? text : `(${from} characters that do not differ) …${text.slice(from).toWellFormed()}`
  return [
    ...(message === '' ? [] : [['', message] as const]),
    ...(expected === undefined ? [] : [['expected', shown(expected)] as const]),
    ...(seen === undefined ? [] : [['seen', shown(seen)] as const]),
  ]
}

/** A check meets the same difference several times if it asks several times. */
function rowsOfDifferences(
  name: string,
  differences: NonNullable<ShownResult['differences']>,
  links: SourceLinks,
): Row[] {
  return [...Map.groupBy(differences, ({ gap }) => gap)].flatMap(([gap, group]): Row[] => [
    ['assumed', `${gap} ${links.source(name, gap)?.statement ?? ''}`.trim()],
    ['seen', [...new Set(group.map(({ message }) => onOneLine(message)))].join('\n')],
  ])
}

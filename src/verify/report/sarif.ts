import type { Location, Log, ReportingDescriptor, Result } from 'sarif'
import { product } from '../../product.ts'
import { toCurl } from './curl.ts'
import { failingExchange } from './failing-exchange.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

/** The report as SARIF 2.1.0, for code scanning: a result for each failure, and a note for each difference from an assumption. */
export function toSarif(report: ShownReport, links: SourceLinks): string {
  const found = report.results.map((result, index) => resultOf(result, index, report.variables, links))
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: `${product} verify`, rules: report.results.map((result) => ruleOf(result, links)) } },
        invocations: [{ executionSuccessful: true, startTimeUtc: report.started }],
        automationDetails: { id: `${product}-verify/` },
        columnKind: 'utf16CodeUnits',
        results: found.filter((result) => result !== undefined),
        properties: { target: report.target },
      },
    ],
  }
  return `${JSON.stringify(log, undefined, 2)}\n`
}

function ruleOf({ interface: name, rule }: ShownResult, links: SourceLinks): ReportingDescriptor {
  return {
    id: rule.id,
    shortDescription: { text: rule.statement.trim() },
    helpUri: links.docs(name, rule.id),
    properties: { interface: name, kind: rule.kind, tags: [name, rule.kind] },
  }
}

function resultOf(
  result: ShownResult,
  ruleIndex: number,
  variables: readonly string[],
  links: SourceLinks,
): Result | undefined {
  const { interface: name, rule } = result
  if (result.result !== 'failed' && result.result !== 'differs') return undefined
  return {
    ruleId: rule.id,
    ruleIndex,
    level: result.result === 'failed' ? 'error' : 'note',
    message: { text: messageOf(result, variables, links) },
    locations: locationsOf(name, rule.id, links),
    partialFingerprints: { [`${product}Rule/v1`]: `${name}/${rule.id}` },
  }
}

function messageOf(result: ShownResult, variables: readonly string[], links: SourceLinks): string {
  const { interface: name, rule, failure, differences = [] } = result
  const last = failingExchange(result)
  const lines =
    result.result === 'failed'
      ? [
          rule.statement.trim(),
          failure?.message ?? '',
          ...(failure?.expected === undefined ? [] : [`Expected: ${failure.expected}`]),
          ...(failure?.seen === undefined ? [] : [`Seen: ${failure.seen}`]),
        ]
      : differences.flatMap(({ gap, message }) => [
          `Differs from what this contract assumes of ${gap}: ${links.statement(name, gap) ?? ''}`,
          `Seen: ${message}`,
        ])
  return [...lines, ...(last ? [toCurl(last.request, variables)] : [])].map(escapeLinks).join('\n')
}

/** SARIF reads `[text](target)` in a message as a link. */
function escapeLinks(text: string): string {
  return text.replace(/[\\[\]]/g, '\\$&')
}

function locationsOf(name: string, id: string, links: SourceLinks): Location[] {
  const source = links.source(name, id)
  if (!source) return []
  return [{ physicalLocation: { artifactLocation: { uri: source.file }, region: { startLine: source.line } } }]
}

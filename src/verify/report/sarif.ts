import type { Log, ReportingDescriptor, Result } from 'sarif'
import { product } from '../../product.ts'
import { rootUrl } from '../../workspace/root.ts'
import { byCause } from './counts.ts'
import { explain, linesOf } from './explain.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

/** Where paths of catalogues begin. A caller may have the package, but not the repository. */
const packageFolder = 'PACKAGE'

/**
 * The report as SARIF 2.1.0, for code scanning: an error for each failure, a note for each difference from an assumption. Each is at a file
 * that the caller has, since GitHub refuses a whole report for one result without a file.
 */
export function toSarif(report: ShownReport, links: SourceLinks): string {
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: `${product} verify`, rules: report.results.map((result) => ruleOf(result, links)) } },
        invocations: [{ executionSuccessful: true, startTimeUtc: report.started }],
        automationDetails: { id: `${product}-verify/` },
        columnKind: 'utf16CodeUnits',
        results: byCause(report.results).flatMap((group) => resultOf(group, report, links) ?? []),
        originalUriBaseIds: { [packageFolder]: { uri: rootUrl.href } },
        properties: { target: report.target },
      },
    ],
  }
  return `${JSON.stringify(log, undefined, 2)}\n`
}

function ruleOf({ interface: name, rule }: ShownResult, links: SourceLinks): ReportingDescriptor {
  const docs = links.docs(name, rule.id)
  return {
    id: rule.id,
    shortDescription: { text: rule.statement.trim() },
    ...(docs !== undefined && { helpUri: docs }),
    properties: { interface: name, kind: rule.kind, tags: [name, rule.kind] },
  }
}

const levels: Readonly<Partial<Record<ShownResult['result'], 'error' | 'note'>>> = {
  failed: 'error',
  differs: 'note',
  known: 'note',
}

/** One result for one cause: the first rule that it breaks, and the others in its message. */
function resultOf(
  [result, ...others]: readonly ShownResult[],
  report: ShownReport,
  links: SourceLinks,
): Result | undefined {
  const level = result && levels[result.result]
  if (!level) return undefined
  const explanation = explain(result, report, links)
  const { id, statement, source } = explanation
  const also = others.map(({ rule }) => `also: ${rule.id} ${rule.statement.trim()}`)
  const place = links.where(result)
  const { file, line } = place ?? source ?? { file: 'package.json', line: 1 }
  const { section } = result.rule.source
  // A path may have spaces, and a URI has none.
  const uri = file.split('/').map(encodeURIComponent).join('/')
  return {
    ruleId: id,
    ruleIndex: report.results.indexOf(result),
    level,
    ...(result.result === 'known' && { suppressions: [{ kind: 'external', justification: result.reason ?? '' }] }),
    message: { text: [statement, ...linesOf(explanation), ...also].map(escapeLinks).join('\n') },
    locations: [
      {
        physicalLocation: {
          artifactLocation: place ? { uri } : { uri, uriBaseId: packageFolder },
          region: { startLine: line },
        },
        ...(section.startsWith('/') && { logicalLocations: [{ fullyQualifiedName: section }] }),
      },
    ],
    partialFingerprints: { [`${product}Rule/v1`]: `${result.interface}/${id}` },
  }
}

/** SARIF reads `[text](target)` in a message as a link. */
function escapeLinks(text: string): string {
  return text.replace(/[\\[\]]/g, '\\$&')
}

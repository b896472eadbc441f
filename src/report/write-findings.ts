import type { Log } from 'sarif'
import { html } from '../html.ts'
import { printable, printableLines } from '../printable.ts'
import { product } from '../product.ts'
import { countFindings, describePlace, type Finding, type FindingReport } from './finding.ts'
import { workflowCommand } from './workflow-command.ts'
import { element } from './xml.ts'

/** The forms of a report of findings, each as one text. */
export const findingFormats: Readonly<Record<string, (report: FindingReport) => string>> = {
  text: toText,
  json: toJson,
  junit: toJunit,
  sarif: toSarif,
  github: toAnnotations,
  html: toHtml,
  markdown: toMarkdown,
}

/** One line for each finding, with an empty line between files, and a count. */
function toText({ subject, findings }: FindingReport): string {
  const byFile = [...Map.groupBy(findings, ({ place }) => place?.file).values()]
  const blocks = byFile.map((ofFile) => ofFile.map(lineOf).join('\n'))
  return printableLines(`${[...blocks, `${subject}: ${countFindings(findings)}`].join('\n\n')}\n`)
}

function lineOf({ id, level, message, place }: Finding): string {
  return [describePlace(place), level, id, message].filter((part) => part !== '').join('  ')
}

function toJson(report: FindingReport): string {
  return printableLines(`${JSON.stringify(report, undefined, 1)}\n`)
}

/** A suite for each file. Every finding is a case; only errors are failures. A report without a finding has one case, which passed. */
function toJunit({ tool, subject, findings }: FindingReport): string {
  const byFile = Map.groupBy(findings, ({ place }) => place?.file ?? subject)
  const suites = [...(byFile.size > 0 ? byFile : new Map<string, Finding[]>([[subject, []]]))].map(([name, group]) => {
    const cases = group.length > 0 ? group.map(caseOf) : [element('testcase', { name: 'no problems', classname: name })]
    return element('testsuite', { name, ...totalsOf(group) }, cases)
  })
  const root = element('testsuites', { name: `${product} ${tool}`, ...totalsOf(findings) }, suites)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

function totalsOf(findings: readonly Finding[]): Record<string, number> {
  const failures = findings.filter(({ level }) => level === 'error').length
  return { tests: Math.max(1, findings.length), failures, errors: 0, skipped: 0, time: 0 }
}

function caseOf(finding: Finding): string {
  const { id, level, message, place, operation, request, answer } = finding
  const text = [describePlace(place), message, request, answer].filter(Boolean).join('\n')
  const outcome =
    level === 'error' ? element('failure', { message, type: id }, text) : element('system-out', {}, `${level}: ${text}`)
  const attributes = { name: `${id}: ${message}`, classname: operation ?? place?.file ?? id }
  return element('testcase', { ...attributes, ...(place && { file: place.file, line: place.line }) }, [outcome])
}

/** SARIF 2.1.0, for code scanning. GitHub refuses a whole report for one result without a file. */
function toSarif({ tool, findings }: FindingReport): string {
  const ids = [...new Set(findings.map(({ id }) => id))]
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: `${product} ${tool}`, rules: ids.map((id) => ({ id })) } },
        automationDetails: { id: `${product}-${tool}/` },
        columnKind: 'utf16CodeUnits',
        results: findings.map(({ id, level, message, place, rules = [] }) => ({
          ruleId: id,
          ruleIndex: ids.indexOf(id),
          level,
          // SARIF reads `[text](target)` in a message as a link.
          message: { text: message.replace(/[\\[\]]/g, '\\$&') },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: (place?.file ?? 'redocly.yaml').split('/').map(encodeURIComponent).join('/') },
                region: { startLine: place?.line ?? 1, ...(place?.column && { startColumn: place.column }) },
              },
              ...(place?.pointer && { logicalLocations: [{ fullyQualifiedName: place.pointer }] }),
            },
          ],
          ...(rules.length > 0 && { properties: { rules: [...rules] } }),
        })),
      },
    ],
  }
  return `${JSON.stringify(log, undefined, 2)}\n`
}

/** Workflow commands, which annotate the files of a change. GitHub shows ten of each kind for a step. */
function toAnnotations({ findings }: FindingReport): string {
  return findings
    .map(({ id, level, message, place }) => {
      const { file, line, column } = place ?? {}
      const at = { ...(file && { file, line: String(line) }), ...(column && { col: String(column) }) }
      return workflowCommand(level === 'note' ? 'notice' : level, { ...at, title: id }, printable(message))
    })
    .join('')
}

/** A page that loads nothing and runs nothing. */
function toHtml({ tool, subject, findings }: FindingReport): string {
  const rows = findings.map(
    ({ id, level, message, place, operation, request, answer }) =>
      html`<tr><td>${level}</td><td><code>${id}</code></td><td>${describePlace(place)}${operation && html` <code>${operation}</code>`}</td><td>${message}${request && html`<pre>${request}</pre>`}${answer && html`<pre>${answer}</pre>`}</td></tr>\n`,
  )
  const title = `${product} ${tool}: ${countFindings(findings)}`
  return printableLines(
    String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>${title}</title></head>
<body><h1>${title}</h1><p>${subject}</p>
<table><thead><tr><th scope="col">Level</th><th scope="col">Kind</th><th scope="col">Place</th><th scope="col">Message</th></tr></thead>
<tbody>${rows}</tbody></table></body></html>
`),
  )
}

/** For the summary of a job, or a comment. */
function toMarkdown({ tool, subject, findings }: FindingReport): string {
  const cell = (text: string) => printable(text).replaceAll(/[\\`*_[\]<>|]/g, '\\$&')
  const rows = findings.map(({ id, level, message, place }) => [level, id, describePlace(place), message].map(cell))
  const lines = rows.map((row) => `| ${row.join(' | ')} |`)
  const table = ['| Level | Kind | Place | Message |', '|---|---|---|---|', ...lines]
  return `## ${product} ${tool}: ${countFindings(findings)}\n\n${[cell(subject), ...(rows.length > 0 ? ['', ...table] : [])].join('\n')}\n`
}

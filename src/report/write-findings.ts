import type { Log } from 'sarif'
import { html } from '../html.ts'
import { printable, printableLines } from '../printable.ts'
import { product } from '../product.ts'
import { countFindings, describePlace, type Finding, type FindingReport, listFindings } from './finding.ts'
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
  const blocks = findings.length > 0 ? [listFindings(findings)] : []
  return printableLines(`${[...blocks, `${subject}: ${countFindings(findings)}`].join('\n\n')}\n`)
}

function toJson(report: FindingReport): string {
  return printableLines(`${JSON.stringify(report, undefined, 1)}\n`)
}

/** A suite for each file or group. Every finding is a case; only errors are failures. A report without a finding has one case, which passed. */
function toJunit({ tool, subject, findings, cases = [] }: FindingReport): string {
  const all = [
    ...findings.map((finding) => ({ suite: groupOf(finding) ?? subject, ...caseOf(finding) })),
    ...cases.map(({ id, title, group, skipped }) => ({
      suite: group,
      kind: skipped === undefined ? ('passed' as const) : ('skipped' as const),
      text: element(
        'testcase',
        { name: `${id}: ${title}`, classname: group },
        skipped === undefined ? [] : [element('skipped', { message: skipped })],
      ),
    })),
  ]
  const none = {
    suite: subject,
    kind: 'passed' as const,
    text: element('testcase', { name: 'no problems', classname: subject }),
  }
  const listed = all.length > 0 ? all : [none]
  const suites = [...Map.groupBy(listed, ({ suite }) => suite)].map(([name, group]) =>
    element(
      'testsuite',
      { name, ...totalsOf(group) },
      group.map(({ text }) => text),
    ),
  )
  const { skipped: _, ...totals } = totalsOf(listed)
  const root = element('testsuites', { name: `${product} ${tool}`, ...totals }, suites)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

interface JunitCase {
  kind: 'failed' | 'skipped' | 'passed'
  text: string
}

function totalsOf(cases: readonly JunitCase[]) {
  const count = (wanted: JunitCase['kind']) => cases.filter(({ kind }) => kind === wanted).length
  return { tests: cases.length, failures: count('failed'), errors: 0, skipped: count('skipped'), time: 0 }
}

function groupOf({ group, place }: Finding): string | undefined {
  return group ?? place?.file
}

function caseOf(finding: Finding): JunitCase {
  const { id, level, message, place, operation, known } = finding
  const text = [describePlace(place), ...linesOf(finding)].filter(Boolean).join('\n')
  const kind = known !== undefined ? 'skipped' : level === 'error' ? 'failed' : 'passed'
  const outcome = {
    failed: () => element('failure', { message, type: id }, text),
    skipped: () => element('skipped', { message: `known: ${known}` }),
    passed: () => element('system-out', {}, `${level}: ${text}`),
  }
  const attributes = { name: `${id}: ${message}`, classname: finding.group ?? operation ?? place?.file ?? id }
  return {
    kind,
    text: element('testcase', { ...attributes, ...(place && { file: place.file, line: place.line }) }, [
      outcome[kind](),
    ]),
  }
}

/** A finding as lines of text. */
function linesOf({ message, details = [], request, answer }: Finding): string[] {
  return [message, ...details, ...(request?.split('\n') ?? []), ...(answer === undefined ? [] : [`answer: ${answer}`])]
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
        results: findings.map((finding) => {
          const { id, level, place, rules = [], known } = finding
          // A path may have spaces, and a URI has none.
          const file = place?.file ?? 'redocly.yaml'
          const uri = URL.canParse(file) ? file : file.split('/').map(encodeURIComponent).join('/')
          const { line = 1, column, pointer } = place ?? {}
          const region = { startLine: line, ...(column && { startColumn: column }) }
          return {
            ruleId: id,
            ruleIndex: ids.indexOf(id),
            level,
            ...(known !== undefined && { suppressions: [{ kind: 'external', justification: known }] }),
            // SARIF reads `[text](target)` in a message as a link.
            message: {
              text: linesOf(finding)
                .join('\n')
                .replace(/[\\[\]]/g, '\\$&'),
            },
            locations: [
              {
                physicalLocation: { artifactLocation: { uri }, region },
                ...(pointer && { logicalLocations: [{ fullyQualifiedName: pointer }] }),
              },
            ],
            ...(rules.length > 0 && { properties: { rules: [...rules] } }),
          }
        }),
      },
    ],
  }
  return `${JSON.stringify(log, undefined, 2)}\n`
}

/** Workflow commands, which annotate the files of a change. GitHub shows ten of each kind for a step. */
function toAnnotations({ findings }: FindingReport): string {
  return findings
    .filter(({ known }) => known === undefined)
    .map((finding) => {
      const { id, level, place } = finding
      const { file, line, column } = place ?? {}
      const at = { ...(file && { file, line: String(line) }), ...(column && { col: String(column) }) }
      return workflowCommand(
        level === 'note' ? 'notice' : level,
        { ...at, title: id },
        linesOf(finding)
          .map((line) => shorten(printable(line)))
          .join('\n'),
      )
    })
    .join('')
}

/** The beginning of a line, which may be as long as a body. */
function shorten(line: string): string {
  return line.length > 1000 ? `${line.slice(0, 1000).toWellFormed()}…` : line
}

/** A page that loads nothing and runs nothing. */
function toHtml({ tool, subject, findings, cases = [] }: FindingReport): string {
  const anchors = new Set<string>()
  // Several findings may be of one kind: a link leads to the first.
  const anchorOf = (id: string) => !anchors.has(id) && anchors.add(id) && html` id="${id}"`
  const rows = findings.map((finding) => {
    const { id, level, message, place, operation, group, known } = finding
    const more = linesOf(finding).slice(1).join('\n')
    const of = operation ?? group
    return html`<tr${anchorOf(id)}><td>${known === undefined ? level : 'known'}</td><td><code>${id}</code></td><td>${describePlace(place)}${of && html` <code>${of}</code>`}</td><td>${message}${more && html`<pre>${more}</pre>`}${known && html`<p>${known}</p>`}</td></tr>\n`
  })
  const others = cases.map(
    ({ id, title, skipped }) =>
      html`<tr${anchorOf(id)}><td>${skipped === undefined ? 'passed' : 'skipped'}</td><td><code>${id}</code></td><td></td><td>${title}${skipped && html`<p>${skipped}</p>`}</td></tr>\n`,
  )
  const title = `${product} ${tool}: ${countFindings(findings)}`
  return printableLines(
    String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>${title}</title></head>
<body><main><h1>${title}</h1><p>${subject}</p>
<table><thead><tr><th scope="col">Level</th><th scope="col">Kind</th><th scope="col">Place</th><th scope="col">Message</th></tr></thead>
<tbody>${rows}${others}</tbody></table></main></body></html>
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

import { InvalidArgumentError } from 'commander'
import type { Finding, FindingReport } from '../report/finding.ts'
import { findingFormats } from '../report/write-findings.ts'
import { writeTextFile } from '../text-file.ts'
import { subjectOf, type Tally, tallyToJson } from '../validate/exchange-report.ts'
import { flag, toggle } from './define-command.ts'

/** A report to write: `junit=reports/junit.xml`. The file `-` is the standard output. */
export interface ReportFile {
  format: string
  file: string
}

const formats = Object.keys(findingFormats).join(', ')

/** `--report`, for every command that has findings. */
export const report = flag(
  '<format=file>',
  `write a report, or print it if the file is -; repeatable; formats: ${formats}`,
  { parse: parseReport, repeats: 'list' },
)

/** `--json`, for the same commands. */
export const json = toggle('print the report as JSON, as --report json=- does')

export function withJson({ report, json }: { report: ReportFile[]; json: boolean }): ReportFile[] {
  return json ? [...report, { format: 'json', file: '-' }] : report
}

function parseReport(text: string): ReportFile {
  const [, format = '', file = ''] = /^(\w+)=(.+)$/.exec(text) ?? []
  if (Object.hasOwn(findingFormats, format)) return { format, file }
  throw new InvalidArgumentError(`Write it as junit=junit.xml; formats are ${formats}.`)
}

/** Where the text for people goes: the standard output has it, unless a report does. */
export function streamBeside(files: readonly ReportFile[]): NodeJS.WriteStream {
  return files.some(({ file }) => file === '-') ? process.stderr : process.stdout
}

/** Writes the requested reports; a job of GitHub gets annotations as well. */
export function writeReports(report: FindingReport, files: readonly ReportFile[]): void {
  for (const { format, file } of files) writeTextFile(file, findingFormats[format]?.(report) ?? '')
  if (process.env.GITHUB_ACTIONS === 'true') streamBeside(files).write(findingFormats.github?.(report) ?? '')
}

/** The same, with the text for people. */
export function printFindings(report: FindingReport, files: readonly ReportFile[]): void {
  streamBeside(files).write(findingFormats.text?.(report) ?? '')
  writeReports(report, files)
}

/** Findings of exchanges in a report; the summary counts all. */
const maxFindings = 1000

/** Collects the findings of exchanges, and writes their reports. */
export function createExchangeReport(tool: string, files: readonly ReportFile[]) {
  const findings: Finding[] = []
  return {
    add(found: readonly Finding[]): void {
      findings.push(...found.slice(0, maxFindings - findings.length))
    },
    write(tally: Tally): void {
      writeReports({ tool, subject: subjectOf(tally), findings, summary: tallyToJson(tally) }, files)
    },
  }
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { FindingReport } from '../report/finding.ts'
import { findingFormats } from '../report/write-findings.ts'
import { UserError } from '../user-error.ts'
import { flag } from './define-command.ts'

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

function parseReport(text: string): ReportFile {
  const [, format = '', file = ''] = /^(\w+)=(.+)$/.exec(text) ?? []
  if (Object.hasOwn(findingFormats, format)) return { format, file }
  throw new InvalidArgumentError(`Write it as junit=junit.xml; formats are ${formats}.`)
}

/** Writes the requested reports. The standard output has one of them, or else the text for people; a job of GitHub gets annotations. */
export function printFindings(report: FindingReport, files: readonly ReportFile[]): void {
  for (const { format, file } of files) writeReport(file, findingFormats[format]?.(report) ?? '')
  const stream = files.some(({ file }) => file === '-') ? process.stderr : process.stdout
  stream.write(findingFormats.text?.(report) ?? '')
  if (process.env.GITHUB_ACTIONS === 'true') stream.write(findingFormats.github?.(report) ?? '')
}

function writeReport(file: string, text: string): void {
  if (file === '-') {
    process.stdout.write(text)
    return
  }
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  } catch (error) {
    throw new UserError(
      `--report: ${file} cannot be written (${(error as NodeJS.ErrnoException).code}); name another file`,
    )
  }
}

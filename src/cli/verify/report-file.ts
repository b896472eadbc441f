import { InvalidArgumentError } from 'commander'
import { printableLines } from '../../printable.ts'
import { toHtml } from '../../verify/report/html.ts'
import { toJunit } from '../../verify/report/junit.ts'
import { toSarif } from '../../verify/report/sarif.ts'
import type { ShownReport } from '../../verify/report/shown-report.ts'
import type { SourceLinks } from '../../verify/report/source-links.ts'

type Render = (report: ShownReport, links: SourceLinks) => string

export interface ReportFile {
  file: string
  render: Render
}

const renderers: Readonly<Record<string, Render>> = {
  html: toHtml,
  json: (report) => printableLines(`${JSON.stringify(report, undefined, 1)}\n`),
  junit: toJunit,
  sarif: toSarif,
}

export const formats = Object.keys(renderers)

/**
 * Reads `junit=reports/junit.xml`; the file `-` is the standard output.
 *
 * @throws {InvalidArgumentError} for another form, or an unknown format
 */
export function parseReport(text: string): ReportFile {
  const [, format = '', file = ''] = /^(\w+)=(.+)$/.exec(text) ?? []
  const render = Object.hasOwn(renderers, format) ? renderers[format] : undefined
  if (render) return { file, render }
  throw new InvalidArgumentError(`Write it as junit=junit.xml; formats are ${formats.join(', ')}.`)
}

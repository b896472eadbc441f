import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readReportFile } from '../../cli/verify/report-file.ts'
import type { Report } from '../runner/report.ts'
import { inColour } from './colour.ts'
import { toAnnotations } from './github-annotations.ts'
import { toSummary } from './github-summary.ts'
import { toHtml } from './html.ts'
import { toJunit } from './junit.ts'
import { redactReport } from './redact.ts'
import { sampleExchange, sampleLinks, sampleResult, sampleRun } from './sample-report.fixture.ts'
import { toSarif } from './sarif.ts'
import type { ShownReport } from './shown-report.ts'
import { toTerminal } from './terminal.ts'

const renderings: Record<string, (report: ShownReport) => string> = {
  terminal: (report) => toTerminal(report, sampleLinks, { verbose: true, paint: inColour }),
  JUnit: (report) => toJunit(report, sampleLinks),
  SARIF: (report) => toSarif(report, sampleLinks),
  summary: (report) => toSummary(report, sampleLinks),
  annotations: (report) => toAnnotations(report, sampleLinks),
  HTML: (report) => toHtml(report, sampleLinks),
  JSON: (report) => readReportFile('json=report.json').render(report, sampleLinks),
}

/** A run that has a secret wherever one can be. */
function runThatTells(secret: string): Report {
  const encoded = encodeURIComponent(secret)
  const exchange = sampleExchange({
    request: {
      url: `https://lamps.example/${encoded}?${new URLSearchParams({ a: secret })}`,
      headers: {
        authorization: `Basic ${Buffer.from(`${secret}:${secret}`).toString('base64')}`,
        'x-a': `<${secret}>`,
      },
      body: Buffer.from(JSON.stringify({ [secret]: `a${secret}b` })),
    },
    headers: { location: `/${encoded}`, 'x-own-token': secret, 'x-b': Buffer.from(`a${secret}`).toString('base64') },
    text: `{"access_token":${JSON.stringify(`own-${secret}`)},"a":${JSON.stringify(JSON.stringify(secret))}}`,
  })
  return {
    ...sampleRun,
    target: `the server of ${secret}`,
    results: [
      sampleResult(1, { exchanges: [exchange] }),
      sampleResult(2, {
        result: 'failed',
        failure: { message: `saw ${secret}`, expected: JSON.stringify(secret), seen: `${secret}${secret}` },
        exchanges: [exchange, exchange],
      }),
      sampleResult(3, { result: 'skipped', reason: `needs ${secret}` }),
      sampleResult(4, { result: 'differs', differences: [{ gap: 'LMP-G01', message: secret }], exchanges: [exchange] }),
    ],
  }
}

it.each(Object.entries(renderings))('no secret stands in any form in %s', (_, render) => {
  // What stands in every report anyhow, whatever the secret is, gives nothing away.
  const without = render(
    redactReport(runThatTells('\u0001\u0001\u0001\u0001'), new Map([['\u0001\u0001\u0001\u0001', '$A_SECRET']])),
  )
  const secret = fc
    .oneof(fc.string({ minLength: 4 }), fc.string({ unit: 'binary', minLength: 4 }), fc.base64String({ minLength: 8 }))
    .map((text) => text.toWellFormed())
  fc.assert(
    fc.property(secret, (value) => {
      const forms = [
        value,
        JSON.stringify(value).slice(1, -1),
        encodeURIComponent(value),
        Buffer.from(value).toString('base64'),
      ]
      const telling = forms.filter((form) => !without.includes(form) && form.replace(/\W/g, '').length > 1)
      const rendered = render(redactReport(runThatTells(value), new Map([[value, '$A_SECRET']])))
      expect(telling.filter((form) => rendered.includes(form))).toEqual([])
    }),
    { numRuns: 80 },
  )
})

it.each(Object.entries(renderings))(
  'no character that a reader cannot see, or that turns the line, stands in %s',
  (_, render) => {
    const hidden = '\x07\x9b\u202e\u2028\u2066\u200b\ufeff\u{e0041}'
    const rendered = stripVTControlCharacters(render(redactReport(runThatTells(hidden), new Map())))
    expect(rendered).not.toMatch(/[^\P{C}\n\t]|\p{Zl}|\p{Zp}/u)
    expect(rendered).toContain('\\u202e')
  },
)

import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findingFormats } from '../../report/write-findings.ts'
import type { Report } from '../runner/report.ts'
import { redactReport } from './redact.ts'
import { sampleExchange, sampleLinks, sampleResult, sampleRun, show, terminal } from './sample-report.fixture.ts'
import type { ShownReport } from './shown-report.ts'
import { toTerminal } from './terminal.ts'
import { render } from './write-reports.ts'

const renderings: Record<string, (report: ShownReport) => string> = {
  terminal: (report) => toTerminal(report, sampleLinks, { verbose: true, stream: terminal() }),
  ...Object.fromEntries(
    Object.keys(findingFormats).map((format) => [format, (report) => render(format, report, sampleLinks)]),
  ),
}

/** A run with a secret in every place that can hold one. */
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
      sampleResult(1, { exchanges: [exchange], stays: [`a thing of ${secret}`] }),
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

/** Forms of a value that would reveal it. Left out are forms that every report has, and single letters. */
function tellingForms(value: string, without: string): string[] {
  const json = JSON.stringify(value).slice(1, -1)
  const forms = [value, json, encodeURIComponent(value), Buffer.from(value).toString('base64')]
  return forms.filter((form) => !without.includes(form) && form.replace(/\W/g, '').length > 1)
}

it.each(Object.entries(renderings))('no secret stands in any form in %s', (_, render) => {
  const rendered = (value: string) => render(redactReport(runThatTells(value), new Map([[value, '$A_SECRET']])))
  const without = rendered('\u0001\u0001\u0001\u0001')
  const secret = fc
    .oneof(fc.string({ minLength: 4 }), fc.string({ unit: 'binary', minLength: 4 }), fc.base64String({ minLength: 8 }))
    .map((text) => text.toWellFormed())
  fc.assert(
    fc.property(secret, (value) => {
      const shown = rendered(value)
      expect(tellingForms(value, without).filter((form) => shown.includes(form))).toEqual([])
    }),
    { numRuns: 80 },
  )
})

type Request = Parameters<typeof sampleExchange>[0]
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
const query = (name: string, value: string) =>
  `https://lamps.example/lamps?${new URLSearchParams({ a: '1', [name]: value })}`

/** Places of a request whose names say that their value is a secret. */
const namedPlaces: Record<string, (secret: string) => NonNullable<NonNullable<Request>['request']>> = {
  'a bearer token': (secret) => ({ headers: { authorization: `Bearer ${secret}` } }),
  'a Basic user': (secret) => ({ headers: basic(`${secret}:`) }),
  'a Basic password': (secret) => ({ headers: basic(`me:${secret}`) }),
  'a cookie': (secret) => ({ headers: { cookie: `a=1; sid=${secret}` } }),
  'a header': (secret) => ({ headers: { 'x-api-key': secret } }),
  'a query': (secret) => ({ url: query('access_token', secret) }),
  JSON: (secret) => ({ body: Buffer.from(JSON.stringify({ data: [{ password: secret }] })) }),
  'a form': (secret) => ({ body: Buffer.from(String(new URLSearchParams({ client_secret: secret }))) }),
}

it.each(Object.entries(namedPlaces))('a secret that no target file names, in %s, stands in no report', (_, place) => {
  const rendered = (secret: string) => {
    const text = `{"message":${JSON.stringify(`no ${secret}, sorry`)}}`
    const exchange = sampleExchange({ request: place(secret), headers: { location: `/${secret}` }, text })
    const failure = { message: `saw ${secret}`, expected: 'another', seen: JSON.stringify({ a: secret }) }
    const result = sampleResult(2, { result: 'failed', failure, exchanges: [exchange] })
    const report = redactReport({ ...sampleRun, results: [result] }, new Map())
    return Object.values(renderings)
      .map((render) => render(report))
      .join('\n')
  }
  const without = rendered('\u0001'.repeat(8))
  fc.assert(
    fc.property(fc.stringMatching(/^[\w.~+/-]{8,40}$/), (secret) => {
      const shown = rendered(secret)
      expect(tellingForms(secret, without).filter((form) => shown.includes(form))).toEqual([])
    }),
    { numRuns: 30 },
  )
})

it.each(Object.entries(renderings))(
  '%s contains no invisible character, and none that changes the direction of text',
  (_, render) => {
    const hidden = '\x07\x9b\u202e\u2028\u2066\u200b\ufeff\u{e0041}'
    const exchange = sampleExchange({
      request: { url: `https://lamps.example/${hidden}`, headers: { 'x-a': hidden }, body: Buffer.from(hidden) },
      headers: { 'x-b': hidden },
      text: hidden,
    })
    const report = show({
      ...sampleRun,
      target: hidden,
      results: [
        sampleResult(2, {
          result: 'failed',
          failure: { message: hidden, expected: hidden, seen: hidden },
          exchanges: [exchange],
        }),
        sampleResult(3, {
          result: 'skipped',
          reason: hidden,
          rule: { ...sampleResult(3, {}).rule, statement: hidden },
        }),
        sampleResult(4, { result: 'differs', differences: [{ gap: 'LMP-G01', message: hidden }] }),
      ],
    })
    const rendered = stripVTControlCharacters(render(report))
    expect(rendered).not.toMatch(/[^\P{C}\n\t]|\p{Zl}|\p{Zp}/u)
    expect(rendered).toContain('\\u202e')
  },
)

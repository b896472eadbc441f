import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { Log } from 'sarif'
import { expect, it } from 'vitest'
import { findingFormats } from '../../src/report/write-findings.ts'
import { sampleLinks, sampleReport, showFailure } from '../../src/verify/report/sample-report.fixture.ts'
import { createSourceLinks, type SourceLinks } from '../../src/verify/report/source-links.ts'
import { toFindings } from '../../src/verify/report/to-findings.ts'

const require = createRequire(import.meta.url)
const toSarif = (report: typeof sampleReport, links: SourceLinks): Log =>
  JSON.parse(findingFormats.sarif?.(toFindings(report, links)) ?? '')

it('SARIF has an error for a failure and a note for a difference, at their lines, with the request', () => {
  const [run] = toSarif(sampleReport, sampleLinks).runs
  const at = (startLine: number) => [
    { physicalLocation: { artifactLocation: { uri: 'specs/lamps/rules.yaml' }, region: { startLine } } },
  ]
  expect(run?.results).toMatchObject([
    { ruleId: 'LMP-002', level: 'error', locations: at(6) },
    { ruleId: 'LMP-004', level: 'note', locations: at(12) },
  ])
  expect(run?.results?.map(({ message }) => message.text?.split('\n'))).toEqual([
    [
      'A lamp that is off is dark.',
      'darkness: expected false to be true',
      'expected: true',
      'seen: false',
      'docs: https://docs.example/docs/lamps/rules/#LMP-002',
      `request: curl -i -H 'accept: application/json' -H 'authorization: Bearer '"$LAMPS_KEY" https://lamps.example/lamps/1`,
      'answer: 200',
    ],
    [
      'A lamp is switched by who owns it.',
      'assumed: LMP-G01 The code of a refusal is not shown.',
      'seen: expected 404 to be 403',
      'docs: https://docs.example/docs/lamps/rules/#LMP-004',
    ],
  ])
})

it.each([
  ['ci/the lamps.yaml', 7, 'ci/the%20lamps.yaml'],
  ['.github/workflows/check.yml', 1, '.github/workflows/check.yml'],
])('SARIF places every result at the file of the caller: %s:%i', (file, startLine, uri) => {
  const place = () => ({ file, line: startLine })
  const links = createSourceLinks({ load: () => new Map(), place })
  const physicalLocation = { artifactLocation: { uri }, region: { startLine } }
  const { results } = toSarif(sampleReport, links).runs[0] ?? {}
  expect(results?.map(({ locations }) => locations)).toEqual([[{ physicalLocation }], [{ physicalLocation }]])
})

it('SARIF is valid, with a file for each result, and makes no links from the text of a server', () => {
  const { $schema: _, id: __, ...schema } = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
  formats.default(ajv)
  const validate = ajv.compile(schema)
  const anywhere = createSourceLinks({ load: () => new Map() })
  for (const links of [sampleLinks, anywhere]) {
    const log = toSarif(sampleReport, links)
    validate(log)
    expect(validate.errors).toBeNull()
    const uris = log.runs[0]?.results?.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation?.uri)
    expect(uris?.every(Boolean)).toBe(true)
  }
  expect(validate({ ...toSarif(sampleReport, anywhere), version: '2.0.0' })).toBe(false)
  const [run] = toSarif(showFailure({ failure: { message: 'see [here](https://evil.example)' } }), sampleLinks).runs
  expect(run?.results?.[0]?.message.text).toContain('see \\[here\\](https://evil.example)')
})

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { Log, Result } from 'sarif'
import { expect, it } from 'vitest'
import { sampleLinks, sampleReport, showFailure } from '../../src/verify/report/sample-report.fixture.ts'
import { toSarif } from '../../src/verify/report/sarif.ts'
import { createSourceLinks } from '../../src/verify/report/source-links.ts'

const require = createRequire(import.meta.url)
const nothing = { file: '', entries: new Map() }

it('toSarif writes each documented rule, an error for a failure and a note for a difference, at their lines', () => {
  const log: Log = JSON.parse(toSarif(sampleReport, sampleLinks))
  expect(log.version).toBe('2.1.0')
  const [run] = log.runs
  expect(run?.tool.driver.rules?.[1]).toEqual({
    id: 'LMP-002',
    shortDescription: { text: 'A lamp that is off is dark.' },
    helpUri: 'https://docs.example/docs/lamps/rules/#LMP-002',
    properties: { interface: 'lamps', kind: 'behaviour', tags: ['lamps', 'behaviour'] },
  })
  const at = (startLine: number) => [
    {
      physicalLocation: {
        artifactLocation: { uri: 'specs/lamps/rules.yaml', uriBaseId: 'PACKAGE' },
        region: { startLine },
      },
    },
  ]
  expect(run?.results).toMatchObject([
    { ruleId: 'LMP-002', ruleIndex: 1, level: 'error', locations: at(6) },
    { ruleId: 'LMP-004', ruleIndex: 3, level: 'note', locations: at(12) },
  ])
  expect(run?.results?.map(({ message }) => message.text?.split('\n'))).toEqual([
    [
      'A lamp that is off is dark.',
      'darkness: expected false to be true',
      'expected: true',
      'seen: false',
      `request: curl -i -H 'accept: application/json' -H 'authorization: Bearer '"$LAMPS_KEY" https://lamps.example/lamps/1`,
      'answer: 200',
      'docs: https://docs.example/docs/lamps/rules/#LMP-002',
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
])('toSarif places every result at the file of the caller: %s:%i', (file, startLine, uri) => {
  const links = createSourceLinks({
    sources: undefined,
    load: () => ({ ...nothing, path: nothing.file }),
    place: () => ({ file, line: startLine }),
  })
  const log: Log = JSON.parse(toSarif(sampleReport, links))
  const physicalLocation = { artifactLocation: { uri }, region: { startLine } }
  expect(log.runs[0]?.results?.map(({ locations }) => locations)).toEqual([
    [{ physicalLocation }],
    [{ physicalLocation }],
  ])
})

it('toSarif writes valid SARIF, with a file for each result', () => {
  const { $schema: _, id: __, ...schema } = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
  formats.default(ajv)
  const validate = ajv.compile(schema)
  const anywhere = createSourceLinks({ sources: undefined, load: () => ({ ...nothing, path: nothing.file }) })
  for (const links of [sampleLinks, anywhere]) {
    const log = JSON.parse(toSarif(sampleReport, links))
    validate(log)
    expect(validate.errors).toBeNull()
    const [{ originalUriBaseIds, results }] = log.runs
    expect(existsSync(new URL(originalUriBaseIds.PACKAGE.uri))).toBe(true)
    expect(results.every((result: Result) => result.locations?.[0]?.physicalLocation?.artifactLocation?.uri)).toBe(true)
  }
  expect(validate({ ...JSON.parse(toSarif(sampleReport, anywhere)), version: '2.0.0' })).toBe(false)
})

it("toSarif makes no links from a target's text", () => {
  const log: Log = JSON.parse(
    toSarif(showFailure({ failure: { message: 'see [here](https://evil.example)' } }), sampleLinks),
  )
  expect(log.runs[0]?.results?.[0]?.message.text).toContain('see \\[here\\](https://evil.example)')
})

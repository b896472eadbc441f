import type { Log } from 'sarif'
import { expect, it } from 'vitest'
import { sampleLinks, sampleReport, showFailure } from './sample-report.fixture.ts'
import { toSarif } from './sarif.ts'

it('has a rule for each documented rule, an error for a failure and a note for a difference, at their lines', () => {
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
    { physicalLocation: { artifactLocation: { uri: 'specs/lamps/rules.yaml' }, region: { startLine } } },
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

it("lets a target's text make no links", () => {
  const log: Log = JSON.parse(
    toSarif(showFailure({ failure: { message: 'see [here](https://evil.example)' } }), sampleLinks),
  )
  expect(log.runs[0]?.results?.[0]?.message.text).toContain('see \\[here\\](https://evil.example)')
})

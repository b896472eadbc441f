import { expect, it } from 'vitest'
import { toAnnotations } from './github-annotations.ts'
import { toSummary } from './github-summary.ts'
import { sampleLinks, sampleReport, sampleResult, sampleRun, show, showFailure } from './sample-report.fixture.ts'

it('annotates failures as errors and differences as notices, without a line of a catalogue, which the caller does not have', () => {
  expect(toAnnotations(sampleReport, sampleLinks)).toBe(
    [
      `::error title=LMP-002%3A A lamp that is off is dark.::darkness: expected false to be true%0Aexpected: true%0Aseen: false%0Arequest: curl -i -H 'accept: application/json' -H 'authorization: Bearer '"$LAMPS_KEY" https://lamps.example/lamps/1%0Aanswer: 200%0Adocs: https://docs.example/docs/lamps/rules/#LMP-002\n`,
      '::notice title=LMP-004 differs from an assumption::assumed: LMP-G01 The code of a refusal is not shown.%0Aseen: expected 404 to be 403%0Adocs: https://docs.example/docs/lamps/rules/#LMP-004\n',
    ].join(''),
  )
})

it('keeps a text from ending a command', () => {
  const report = showFailure({ failure: { message: '100 %\r\n::stop-commands::x' } })
  expect(toAnnotations(report, sampleLinks)).toContain('::100 %25%0A::stop-commands::x%0A')
  expect(toAnnotations(report, sampleLinks).split('\n')).toHaveLength(2)
})

it('sums up a run for the page of a job', () => {
  expect(toSummary(sampleReport, sampleLinks)).toBe(`## 1 of 4 rules failed

On <code>https://lamps.example</code>.

| interface | failed | differs | inconclusive | skipped | passed | all |
|---|--:|--:|--:|--:|--:|--:|
| lamps | 1 | 1 | 0 | 1 | 1 | 4 |
| **all** | 1 | 1 | 0 | 1 | 1 | 4 |

### Failed

<details><summary><a href="https://docs.example/docs/lamps/rules/#LMP-002">LMP-002</a> A lamp that is off is dark.</summary>

\`\`\`text
darkness: expected false to be true
\`\`\`

Expected

\`\`\`text
true
\`\`\`

Seen

\`\`\`text
false
\`\`\`

Request, answered with 200

\`\`\`sh
curl -i -H 'accept: application/json' -H 'authorization: Bearer '"$LAMPS_KEY" https://lamps.example/lamps/1
\`\`\`

Source: \`specs/lamps/rules.yaml:6\`

</details>

### Differs from what this contract assumes

- LMP-G01: The code of a refusal is not shown.
  - <a href="https://docs.example/docs/lamps/rules/#LMP-004">LMP-004</a> A lamp is switched by who owns it.
    - Seen: expected 404 to be 403

### Skipped

- needs the resource 'lamp', which the target does not name: LMP-003
`)
})

it("lets a target's text be neither Markdown nor HTML", () => {
  const message = '<img src=x> **a** `b`\n```\n</details>'
  const failed = toSummary(showFailure({ failure: { message } }), sampleLinks)
  expect(failed).toContain(`\`\`\`\`text\n${message}\n\`\`\`\`\n`)
  const differs = sampleResult(4, { result: 'differs', differences: [{ gap: 'LMP-G01', message }] })
  expect(toSummary(show({ ...sampleRun, results: [differs] }), sampleLinks)).toContain(
    'Seen: &#60;img src=x&#62; &#42;&#42;a&#42;&#42; &#96;b&#96; &#96;&#96;&#96; &#60;/details&#62;\n',
  )
})

it('says that no rule failed, and shows code in statements', () => {
  const report = show({
    ...sampleRun,
    results: [
      sampleResult(1, { result: 'differs', differences: ['a', 'b'].map((message) => ({ gap: 'LMP-G01', message })) }),
    ],
  })
  expect(toSummary(report, sampleLinks)).toContain('## No rule failed, of 1\n')
  expect(toSummary(report, sampleLinks)).toContain('A lamp has a <code>name</code>.')
  expect(toSummary(report, sampleLinks).match(/LMP-G01/g), 'an assumption is said once').toHaveLength(1)
})

it('stays below the size limit of GitHub', () => {
  const failed = (index: number) =>
    sampleResult(2, { result: 'failed', failure: { message: `${index}${'ä'.repeat(10_000)}` } })
  const results = Array.from({ length: 100 }, (_, index) => failed(index))
  const summary = toSummary(show({ ...sampleRun, results }), sampleLinks)
  expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024)
  expect(summary.endsWith('The summary is full. The other reports have the rest.\n')).toBe(true)
})

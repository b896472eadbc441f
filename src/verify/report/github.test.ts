import { expect, it } from 'vitest'
import { toAnnotations, toSummary } from './github.ts'
import { sampleLinks, sampleReport, sampleResult, sampleRun, show, showFailure } from './sample-report.fixture.ts'
import { toTerminal } from './terminal.ts'

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
  const text = toTerminal(sampleReport, sampleLinks)
  expect(toSummary(sampleReport, sampleLinks)).toBe(`## 1 of 4 rules failed\n\n\`\`\`text\n${text}\`\`\`\n`)
  const passed = show({ ...sampleRun, results: [sampleResult(1, {})] })
  expect(toSummary(passed, sampleLinks)).toMatch(/^## No rule failed, of 1\n/)
})

it("lets a target's text not end the block", () => {
  const summary = toSummary(showFailure({ failure: { message: 'a\n```\n</details>' } }), sampleLinks)
  expect(summary).toMatch(/\n````text\n.*\n````\n$/s)
})

it('stays below the size limit of GitHub', () => {
  const failed = (index: number) =>
    sampleResult(2, { result: 'failed', failure: { message: `${index}`, seen: `a\n${'ä\n'.repeat(600)}` } })
  const results = Array.from({ length: 900 }, (_, index) => failed(index))
  const summary = toSummary(show({ ...sampleRun, results }), sampleLinks)
  expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024)
  expect(summary.endsWith('The summary is full. The other reports have the rest.\n')).toBe(true)
})

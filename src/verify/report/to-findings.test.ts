import { parseXml } from '@rgrove/parse-xml'
import { expect, it } from 'vitest'
import { findingFormats } from '../../report/write-findings.ts'
import type { RuleResult } from '../runner/report.ts'
import { sampleExchange, sampleLinks, sampleReport, sampleResult, sampleRun, show } from './sample-report.fixture.ts'
import { toFindings } from './to-findings.ts'

const written = (format: string, report = sampleReport) =>
  findingFormats[format]?.(toFindings(report, sampleLinks)) ?? ''

it('a rule without a finding is a case, which says why it was not looked at', () => {
  const { findings, cases } = toFindings(sampleReport, sampleLinks)
  expect(findings.map(({ id, level }) => [id, level])).toEqual([
    ['LMP-002', 'error'],
    ['LMP-004', 'note'],
  ])
  expect(cases).toEqual([
    { id: 'LMP-001', title: 'A lamp has a `name`.', group: 'lamps' },
    { id: 'LMP-003', title: 'A lamp can be sold.', group: 'lamps', skipped: expect.stringContaining("'lamp'") },
  ])
})

it('JUnit has a suite for the interface, and counts failures and skipped rules', () => {
  const [root] = parseXml(written('junit')).children.filter((node) => 'attributes' in node)
  const { name: _, ...totals } = Object(root).attributes
  expect(totals).toEqual({ tests: '4', failures: '1', errors: '0', time: '0' })
  expect(written('junit')).toContain('<testsuite name="lamps"')
})

it('a known deviation fails nothing, in any format', () => {
  const failure = { message: 'darkness', expected: 'true', seen: 'false' }
  const known = sampleResult(2, { result: 'known', reason: 'it is old', failure, exchanges: [sampleExchange()] })
  const report = show({ ...sampleRun, results: [known] })
  expect(written('junit', report)).toContain('failures="0" errors="0" skipped="1"')
  expect(JSON.parse(written('sarif', report)).runs[0].results[0].suppressions).toEqual([
    { kind: 'external', justification: 'it is old' },
  ])
  expect(written('github', report)).toBe('')
  expect(written('html', report)).toContain('<td>known</td>')
})

it('a run that was killed looks green in no format', () => {
  const report = show({ ...sampleRun, results: [], isUnfinished: true })
  expect(written('junit', report)).toContain('failures="1"')
  expect(JSON.parse(written('sarif', report)).runs[0].results).toMatchObject([{ ruleId: 'unfinished', level: 'error' }])
})

it('rules that one answer breaks are one finding, and what stays on the server is a remark', () => {
  const failure = { message: 'darkness', expected: 'true', seen: 'false' }
  const broken: Partial<RuleResult> = { result: 'failed', failure, exchanges: [sampleExchange()] }
  const other = { ...failure, message: 'colour', seen: '7' }
  const results = [sampleResult(1, broken), sampleResult(2, { ...broken, failure: other, stays: ['a lamp'] })]
  const { findings } = toFindings(show({ ...sampleRun, results }), sampleLinks)
  expect(findings.map(({ id, rules }) => [id, rules])).toEqual([
    ['LMP-001', ['LMP-001', 'LMP-002']],
    ['remark', undefined],
  ])
  expect(findings[0]?.details?.slice(-3)).toEqual(['also: LMP-002 A lamp that is off is dark.', 'colour', 'seen: 7'])
  expect(findings[1]?.message).toBe('Stays on the server: LMP-002 a lamp')
})

import { stripVTControlCharacters } from 'node:util'
import { expect, it, vi } from 'vitest'
import {
  sampleExchange,
  sampleLinks,
  sampleReport,
  sampleResult,
  sampleRun,
  show,
  showFailure,
  terminal,
} from './sample-report.fixture.ts'
import { toTerminal } from './terminal.ts'

it('shows counts by interface, failures, differences and skipped rules, and last the totals', () => {
  expect(
    toTerminal(sampleReport, sampleLinks),
  ).toBe(`lamps     1 failed    1 differs    0 inconclusive    1 skipped    1 passed

Failed

LMP-002 A lamp that is off is dark.
  darkness: expected false to be true
  expected true
  seen     false
  request  curl -i -H 'accept: application/json' -H 'authorization: Bearer '"$LAMPS_KEY" https://lamps.example/lamps/1
  answer   200
  docs     https://docs.example/docs/lamps/rules/#LMP-002
  source   specs/lamps/rules.yaml:6

Differs from what this contract assumes

LMP-G01 The code of a refusal is not shown.
  LMP-004  expected 404 to be 403

Skipped

needs the resource 'lamp', which the target does not name
  LMP-003

4 rules on https://lamps.example in 1.2 s: 1 failed, 1 differs, 0 inconclusive, 1 skipped, 1 passed
`)
})

it('explains one wrong value once, for all rules that it breaks', () => {
  const failure = { message: 'the id of a lamp', expected: 'a string', seen: '7' }
  const broken = (number: number) => sampleResult(number, { result: 'failed', failure, exchanges: [] })
  const other = sampleResult(3, { result: 'failed', failure: { ...failure, seen: '8' }, exchanges: [] })
  const text = toTerminal(show({ ...sampleRun, results: [broken(1), broken(2), other] }), sampleLinks)
  expect(text).toMatch(/^LMP-001 .*\nLMP-002 .*\n {2}the id of a lamp\n {2}expected a string\n {2}seen {5}7$/m)
  expect(text.match(/the id of a lamp/g)).toHaveLength(2)
})

it('explains the rules that one answer breaks under one request, with the changes before it', () => {
  const sent = sampleExchange({ request: { method: 'PUT', url: 'https://lamps.example/lamps/2' } })
  const broken = (number: number, message: string) =>
    sampleResult(number, { result: 'failed', failure: { message }, exchanges: [sent, sampleExchange()] })
  const text = toTerminal(show({ ...sampleRun, results: [broken(1, 'no name'), broken(2, 'no colour')] }), sampleLinks)
  expect(text).toMatch(
    /LMP-001 .*\n {2}no name\nLMP-002 .*\n {2}no colour\n {2}request .*-X PUT.*\n {2}request .*lamps\/1$/m,
  )
  expect(text.match(/^ {2}answer/gm)).toHaveLength(1)
})

it('lists rules that passed when asked to', () => {
  expect(toTerminal(sampleReport, sampleLinks)).not.toContain('LMP-001')
  expect(toTerminal(sampleReport, sampleLinks, { verbose: true })).toContain(
    'Passed\n\nLMP-001 A lamp has a `name`.\n\nFailed',
  )
})

it('says the same in colour', () => {
  const stream = terminal()
  const coloured = toTerminal(sampleReport, sampleLinks, { stream })
  expect(coloured).toContain('\x1b[31mLMP-002\x1b[39m')
  expect(stripVTControlCharacters(coloured)).toBe(toTerminal(sampleReport, sampleLinks))
  vi.stubEnv('FORCE_COLOR', '0')
  expect(toTerminal(sampleReport, sampleLinks, { stream })).not.toContain('\x1b')
})

it("lets a target's text neither steer the terminal nor begin a line", () => {
  const report = showFailure({ failure: { message: 'one\n::error::two\x1b[2J\x9b', seen: 'a\r\n::set-output' } })
  const lines = toTerminal(report, sampleLinks).split('\n')
  expect(lines).toContain('  one')
  expect(lines).toContain('  | ::error::two\\u001b[2J\\u009b')
  expect(lines.filter((line) => line.trim().startsWith('::'))).toEqual([])
})

it('cuts a text that is as long as a body', () => {
  const report = showFailure({ failure: { message: 'x'.repeat(5000) } })
  expect(toTerminal(report, sampleLinks)).toContain(`  ${'x'.repeat(1000)}…\n`)
})

it('shows the difference of two long texts with the same beginning', () => {
  const same = 'a_metric 1 '.repeat(500)
  const failure = { message: 'metrics', expected: `${same}leads`, seen: `${same}follows` }
  const [expected, seen] = toTerminal(showFailure({ failure }), sampleLinks).match(/^ +(expected|seen) .*$/gm) ?? []
  expect(expected).toMatch(/^ {2}expected \(5400 characters that do not differ\) ….{90,110}leads$/)
  expect(seen).toMatch(/^ {2}seen {5}\(5400 characters that do not differ\) ….{90,110}follows$/)
})

it('shows the exchange where the check failed, not those that put things back', () => {
  const exchanges = [
    sampleExchange({ request: { url: 'https://lamps.example/failed' } }),
    sampleExchange({ request: { url: 'https://lamps.example/restored' } }),
  ]
  const text = toTerminal(showFailure({ exchanges, failedAt: 0 }), sampleLinks)
  expect(text).toContain('https://lamps.example/failed')
  expect(text).not.toContain('https://lamps.example/restored')
})

it('says that no answer came, and shows no request where none was sent', () => {
  const { status: _, headers: __, text: ___, ...unanswered } = sampleExchange()
  expect(toTerminal(showFailure({ exchanges: [unanswered] }), sampleLinks)).toContain('  answer   none\n')
  expect(toTerminal(showFailure({ exchanges: [] }), sampleLinks)).not.toContain('request')
})

it('shows an assumption once, with the first differences of each rule', () => {
  const seen = ['first', 'second', 'first', 'third'].map((message) => ({ gap: 'LMP-G01', message }))
  const results = sampleReport.results.map((result) =>
    'differences' in result ? { ...result, differences: seen } : result,
  )
  expect(toTerminal({ ...sampleReport, results }, sampleLinks)).toContain(`
LMP-G01 The code of a refusal is not shown.
  LMP-004  first
  LMP-004  second
  also     1 more of LMP-004
`)
})

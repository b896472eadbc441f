import { PassThrough } from 'node:stream'
import { onTestFinished, vi } from 'vitest'
import type { Exchange } from '../context/check-target.ts'
import type { Report, RuleResult } from '../runner/report.ts'
import { redactReport } from './redact.ts'
import type { ShownReport } from './shown-report.ts'
import { createSourceLinks, type SourceLinks } from './source-links.ts'

const file = 'specs/lamps/rules.yaml'
const entries = new Map([
  ['LMP-001', { file, line: 3, statement: 'A lamp has a `name`.' }],
  ['LMP-002', { file, line: 6, statement: 'A lamp that is off is dark.' }],
  ['LMP-003', { file, line: 9, statement: 'A lamp can be sold.' }],
  ['LMP-004', { file, line: 12, statement: 'A lamp is switched by who owns it.' }],
  ['LMP-G01', { file, line: 16, statement: 'The code of a refusal is not shown.' }],
])

/** Leads to a catalogue of one interface, `lamps`. */
export const sampleLinks: SourceLinks = createSourceLinks({
  docs: 'https://docs.example',
  load: () => entries,
})

const sampleSecret = 's3cret/key+with "odd" ends'

export function sampleExchange({
  request,
  ...rest
}: Partial<Omit<Exchange, 'request'>> & { request?: Partial<Exchange['request']> } = {}): Exchange {
  return {
    operation: 'getLamp',
    role: 'full',
    parameters: [],
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: '{"dark":false}',
    ...rest,
    request: {
      method: 'GET',
      url: 'https://lamps.example/lamps/1',
      headers: { accept: 'application/json', authorization: `Bearer ${sampleSecret}` },
      body: undefined,
      ...request,
    },
  }
}

export function sampleResult(number: number, result: Partial<RuleResult>): RuleResult {
  const id = `LMP-00${number}`
  const source = { document: 'lamps.txt', section: 'Lamps' }
  const statement = sampleLinks.source('lamps', id)?.statement ?? ''
  return {
    interface: 'lamps',
    rule: { id, statement, kind: number === 1 ? 'schema' : 'behaviour', source, operations: ['getLamp'] },
    result: 'passed',
    exchanges: [],
    milliseconds: 10,
    ...result,
  }
}

/** A run in which each of the four results comes once. */
export const sampleRun: Report = {
  target: 'https://lamps.example',
  started: '2026-11-21T10:00:00.000Z',
  milliseconds: 1234,
  results: [
    sampleResult(1, { exchanges: [sampleExchange()] }),
    sampleResult(2, {
      result: 'failed',
      failure: { message: 'darkness: expected false to be true', expected: 'true', seen: 'false' },
      exchanges: [sampleExchange()],
    }),
    sampleResult(3, { result: 'skipped', reason: "needs the resource 'lamp', which the target does not name" }),
    sampleResult(4, {
      result: 'differs',
      differences: [{ gap: 'LMP-G01', message: 'expected 404 to be 403' }],
      exchanges: [sampleExchange({ status: 404 })],
    }),
  ],
}

export const sampleReport: ShownReport = show(sampleRun)

export function show(report: Report): ShownReport {
  return redactReport(report, new Map([[sampleSecret, '$LAMPS_KEY']]))
}

/** The sample run with one rule, which failed. */
export function showFailure(result: Partial<RuleResult>): ShownReport {
  return show({ ...sampleRun, results: [sampleResult(2, { result: 'failed', ...result })] })
}

/** A stream that shows colours. */
export function terminal(): NodeJS.WritableStream {
  vi.stubEnv('FORCE_COLOR', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  return Object.assign(new PassThrough(), { isTTY: true })
}

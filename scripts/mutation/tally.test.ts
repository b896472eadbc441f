import { expect, it } from 'vitest'
import { type MutationReport, noticedToo, rangesOf, tally } from './tally.ts'

const mutant = (status: MutationReport['files'][string]['mutants'][number]['status'], line = 1) => ({
  mutatorName: 'ConditionalExpression',
  replacement: 'true',
  status,
  location: { start: { line, column: 2 }, end: { line, column: 9 } },
})
const report = (...mutants: ReturnType<typeof mutant>[]): MutationReport => ({
  files: { 'a.ts': { source: '', mutants } },
})

it('counts what was noticed among what could be', () => {
  expect(tally(report(mutant('Killed'), mutant('Timeout'), mutant('Survived'), mutant('NoCoverage'))).score).toBe(50)
})

it('counts what is no program, and what was left out, for nothing', () => {
  expect(tally(report(mutant('Killed'), mutant('CompileError'), mutant('Ignored'))).score).toBe(100)
})

it('lists what was not noticed, with its place', () => {
  expect(tally(report(mutant('Survived', 7), mutant('NoCoverage', 9))).survivors).toEqual([
    'a.ts:7:2 ConditionalExpression → true',
    'a.ts:9:2 ConditionalExpression → true (no check comes here)',
  ])
})

it('tells where to look again, each place once', () => {
  expect(rangesOf(report(mutant('Killed', 3), mutant('Survived', 7), mutant('NoCoverage', 7)))).toEqual([
    'a.ts:7:1-7:8',
  ])
})

it('counts what another judge has noticed of the same mutant', () => {
  const byChecks = report(mutant('Killed', 3), mutant('Survived', 7), mutant('NoCoverage', 9))
  const byTests = report(mutant('Killed', 7), mutant('Survived', 9))
  expect(tally(noticedToo(byChecks, byTests)).survivors).toEqual([
    'a.ts:9:2 ConditionalExpression → true (no check comes here)',
  ])
})

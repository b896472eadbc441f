import { expect, it } from 'vitest'
import { type MutationReport, tally } from './tally.ts'

const mutant = (status: MutationReport['files'][string]['mutants'][number]['status'], line = 1) => ({
  mutatorName: 'ConditionalExpression',
  replacement: 'true',
  status,
  location: { start: { line, column: 2 } },
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

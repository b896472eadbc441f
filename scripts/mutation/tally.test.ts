import { expect, it } from 'vitest'
import { addKilled, type MutationReport, survivorRanges, tally } from './tally.ts'

const mutant = (status: MutationReport['files'][string]['mutants'][number]['status'], line = 1) => ({
  mutatorName: 'ConditionalExpression',
  replacement: 'true',
  status,
  location: { start: { line, column: 2 }, end: { line, column: 9 } },
})
const report = (...mutants: ReturnType<typeof mutant>[]): MutationReport => ({
  files: { 'a.ts': { source: '', mutants } },
})

it('counts a timeout as killed, and an uncovered mutant as survived', () => {
  const counted = tally(report(mutant('Killed'), mutant('Timeout'), mutant('Survived'), mutant('NoCoverage')))
  expect(counted).toMatchObject({ killed: 2, valid: 4 })
})

it('does not count mutants that do not compile or were left out', () => {
  expect(tally(report(mutant('Killed'), mutant('CompileError'), mutant('Ignored')))).toMatchObject({
    killed: 1,
    valid: 1,
  })
})

const unreached = 'not reached: it takes a race, or a state that no request brings about'

it('lists the mutants that survived by the reason of their kind, with their places', () => {
  expect([...tally(report(mutant('Survived', 7), mutant('NoCoverage', 9))).survivors]).toEqual([
    ['what it guards is answered the same without it', ['a.ts:7:2 ConditionalExpression → true']],
    [unreached, ['a.ts:9:2 ConditionalExpression → true']],
  ])
})

it('gives the place of each survivor once', () => {
  expect(survivorRanges(report(mutant('Killed', 3), mutant('Survived', 7), mutant('NoCoverage', 7)))).toEqual([
    'a.ts:7:1-7:8',
  ])
})

it('counts a mutant as killed that another report has killed', () => {
  const byChecks = report(mutant('Killed', 3), mutant('Survived', 7), mutant('NoCoverage', 9))
  const byTests = report(mutant('Killed', 7), mutant('Survived', 9))
  expect([...tally(addKilled(byChecks, byTests)).survivors.keys()]).toEqual([unreached])
})

import { expect, it } from 'vitest'
import { byPlace, type MutationReport, tally } from './tally.ts'

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

it('counts by folder and by file', () => {
  const [of] = Object.values(report(mutant('Killed'), mutant('Survived')).files)
  const files = { 'a/b.ts': of ?? { source: '', mutants: [] }, 'a/c.ts': { source: '', mutants: [mutant('Killed')] } }
  const counted = [...byPlace({ files })].map(([place, part]) => [place, tally(part)])
  expect(counted).toMatchObject([
    ['a', { killed: 2, valid: 3 }],
    ['a/b.ts', { killed: 1, valid: 2 }],
    ['a/c.ts', { killed: 1, valid: 1 }],
  ])
})

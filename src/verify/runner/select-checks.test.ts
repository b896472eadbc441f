import { expect, it } from 'vitest'
import { serve } from '../context/lamps.fixture.ts'
import { selectChecks } from './select-checks.ts'

const check = { run: async () => {}, sabotage: [] }

it('names every rule without a check, and every check that shows no rule, at once', async () => {
  const { checkTargetOf } = await serve(() => {})
  const { contract, checks, ...rest } = checkTargetOf({})
  const [known] = contract.rules.values()
  if (!known) throw new Error('the fixture has no rule')
  const rules = new Map([
    ...contract.rules,
    ...['LMP-101', 'LMP-102'].map((id) => [id, { ...known, id, kind: 'behaviour' as const }] as const),
    ['LMP-103', { ...known, id: 'LMP-103', kind: 'client' as const }] as const,
    ['LMP-104', { ...known, id: 'LMP-104', kind: 'behaviour' as const }] as const,
  ])
  const written = { 'LMP-103': check, 'LMP-104': check, 'LMP-999': check }
  const target = { ...rest, contract: { ...contract, rules }, checks: { ...checks, checks: written } }
  expect(() => selectChecks(target)).toThrow(
    expect.objectContaining({
      message: [
        'LMP-103 is a rule of kind client: no exchange with a server can show it, so remove its check',
        'a check of lamps is for LMP-999, which is not one of its rules',
        'LMP-101 has no check: write one in src/interfaces/lamps/checks.ts',
        'LMP-102 has no check: write one in src/interfaces/lamps/checks.ts',
      ].join('\n'),
    }),
  )
})

import './suite-context.fixture.ts'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { bundled } from '../../workspace/bundled.ts'
import type { Exchange } from '../context/check-target.ts'
import { findHoles } from './coverage.fixture.ts'
import { openTarget } from './open-target.ts'
import { titleOf } from './report.ts'
import { runCheck } from './run-check.ts'
import { selectChecks } from './select-checks.ts'

const { checkTarget, close } = await openTarget(bundled.find(inject('interface')))
afterAll(close)
const { contract, checks } = checkTarget
const exchanges: Exchange[] = []

describe.concurrent(`the rules of ${contract.name}, on the mock`, () => {
  for (const { rule, check } of selectChecks(checkTarget).checks) {
    test(titleOf(rule), async () => {
      const { result, reason, error, differences, ...outcome } = await runCheck(checkTarget, check)
      exchanges.push(...outcome.exchanges)
      if (error) throw error
      // The mock offers everything that checks need, and keeps all assumptions.
      expect({ result, reason, differences }).toEqual({ result: 'passed' })
    })
  }
})

// Only after a run of all checks, since a part of them covers only a part of the document.
test(`the checks of ${contract.name} meet all of its document`, () => {
  const holes = findHoles(contract, checks, exchanges)
  expect(holes, 'what no check meets: meet it, by a sample perhaps, or say in `uncovered` why not').toEqual([])
})

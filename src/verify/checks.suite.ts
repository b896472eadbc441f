import { afterAll, describe, inject, test } from 'vitest'
import { planChecks } from './plan.ts'
import { runCheck } from './run-check.ts'
import { openMockBench } from './suite-setting.ts'

const { bench, close } = await openMockBench(inject('interface'))
afterAll(close)

describe.concurrent(`the rules of ${bench.contract.name}, on ${bench.target.title}`, () => {
  for (const { rule, check } of planChecks(bench)) {
    test(`${rule.id}: ${rule.statement}`, async ({ skip }) => {
      if ('unobservable' in check) return skip(check.unobservable)
      const outcome = await runCheck(bench, check)
      if (outcome.result === 'skipped') throw new Error(`the mock must offer all: the check ${outcome.reason}`)
      if (outcome.result === 'failed') throw outcome.error
      if (outcome.result === 'differs')
        throw new Error(outcome.differences.map(({ gap, message }) => `${gap}: ${message}`).join('\n'))
    })
  }
})

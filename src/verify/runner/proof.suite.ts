import './suite-context.ts'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { openTarget } from './open-target.ts'
import { whyUnproven } from './prove-checks.ts'
import { selectChecks } from './select-checks.ts'

const opened = await openTarget(inject('interface'))
const { contract, target } = opened.checkTarget
afterAll(opened.close)

// Without sessions, some checks look at the whole server, so checks run one after another.
const side = target.control ? describe.concurrent : describe

side(`each check of ${contract.name} fails where just its rule is broken`, () => {
  for (const { rule, check } of selectChecks(opened.checkTarget)) {
    if ('unobservable' in check) continue
    test(`${rule.id} fails when broken`, async () => expect(await whyUnproven(opened, check)).toBeUndefined())
  }
})

import './suite-context.fixture.ts'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { bundled } from '../../workspace/bundled.ts'
import { openTarget } from './open-target.ts'
import { whyUnproven } from './prove-checks.ts'
import { selectChecks } from './select-checks.ts'

const opened = await openTarget(bundled.find(inject('interface')))
const { checkTarget, close } = opened
afterAll(close)

describe.concurrent(`each check of ${checkTarget.contract.name} fails where just its rule is broken`, () => {
  for (const { rule, check } of selectChecks(checkTarget).checks) {
    test(`${rule.id} fails when broken`, async () => expect(await whyUnproven(opened, check)).toBeUndefined())
  }
})

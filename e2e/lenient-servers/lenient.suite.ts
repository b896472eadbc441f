import '../../src/verify/runner/suite-context.fixture.ts'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { afterAll, describe, expect, inject, test } from 'vitest'
import type { Sabotage } from '../../src/check/sabotage.ts'
import type { CheckTarget } from '../../src/verify/context/check-target.ts'
import { openTarget } from '../../src/verify/runner/open-target.ts'
import { type Outcome, runCheck } from '../../src/verify/runner/run-check.ts'
import { selectChecks } from '../../src/verify/runner/select-checks.ts'
import { bundled } from '../../src/workspace/bundled.ts'
import type { BrokenServer } from './differences.fixture.ts'

const name = inject('interface')
const file = new URL(`./${name}.fixture.ts`, import.meta.url)
const { differences, broken = [] }: { differences?: Sabotage; broken?: readonly BrokenServer[] } = existsSync(file)
  ? await import(file.href)
  : {}
const { checkTarget, mock, close } = await openTarget(bundled.find(name))
const foreign = await openTarget(bundled.find(name))
afterAll(() => Promise.all([close(), foreign.close()]))

/** Why there is no server to run against. */
const missing = differences ? '' : `: e2e/lenient-servers/ has none of ${name}`

function expectNoFailure(outcome: Outcome): void {
  expect(outcome.error?.message, 'how a server failed that keeps the documents').toBeUndefined()
}

describe.runIf(differences).concurrent(`a server of ${name} that differs where it may breaks no rule${missing}`, () => {
  for (const { rule, check } of selectChecks(checkTarget).checks) {
    test(rule.id, async () => {
      const sessionName = randomUUID()
      mock?.sabotage(sessionName, differences as Sabotage)
      expectNoFailure(await runCheck(checkTarget, check, { sessionName }))
    })
  }
})

// As on a real server: no control plane, one state for all checks, one check after another.
describe.runIf(differences)(`a server of ${name} without a control plane breaks no rule${missing}`, () => {
  const { control: _, ...target } = foreign.checkTarget.target
  const checkTarget: CheckTarget = { ...foreign.checkTarget, target }
  foreign.mock?.sabotage('', differences as Sabotage)
  for (const { rule, check } of selectChecks(checkTarget).checks) {
    test(rule.id, async () => {
      const outcome = await runCheck(checkTarget, check)
      expectNoFailure(outcome)
      const urls = outcome.exchanges.map(({ request }) => new URL(request.url))
      const long = urls.filter(({ searchParams }) => Number(searchParams.get('seconds')) > 60)
      expect(long.map(String), 'recordings that outlive the run').toEqual([])
    })
  }
})

describe.runIf(broken.length > 0)(`broken servers of ${name}`, () => {
  test.for(broken)('a server that $what breaks exactly the rules of its entry', async ({ breaks, server }) => {
    const failed: string[] = []
    // One after another: on a busy machine, all at once would wait for one another longer than a check waits for an answer.
    for (const { rule, check } of selectChecks(checkTarget).checks) {
      const sessionName = randomUUID()
      mock?.sabotage(sessionName, server)
      const { result } = await runCheck(checkTarget, check, { sessionName })
      if (result === 'failed') failed.push(rule.id)
    }
    expect(failed).toEqual(breaks)
  })
})

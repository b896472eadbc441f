import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { missingEngine } from '../../src/mock/storage/valkey/engine.fixture.ts'
import { missingBalancer, startBalancedReplicas } from '../../src/mock/storage/valkey/replicas.fixture.ts'
import { findWrongSteps } from './transcript.fixture.ts'

const missing = missingEngine ?? missingBalancer

it.skipIf(missing)(`docs/guides/many-machines.md prints what it shows, with two mocks ${missing ?? ''}`, async () => {
  const { origin, stop } = await startBalancedReplicas(['orders'])
  onTestFinished(stop)
  const guide = readFileSync(new URL('../../docs/guides/many-machines.md', import.meta.url), 'utf8')
  expect(await findWrongSteps(guide, { origin, session: 'many-machines' })).toBe('')
})

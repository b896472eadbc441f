import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missingEngine } from '../../src/mock/storage/valkey/engine.fixture.ts'
import { missingBalancer, startBalancedReplicas } from '../../src/mock/storage/valkey/replicas.fixture.ts'
import { findWrongSteps } from './transcript.ts'

const missing = missingEngine ?? missingBalancer

describe.skipIf(missing)(`docs/guides/many-machines.md, with two mocks ${missing ?? ''}`, () => {
  let stop: (() => Promise<void>) | undefined
  let origin = ''
  beforeAll(async () => {
    const balanced = await startBalancedReplicas(['orders'])
    origin = balanced.origin
    stop = balanced.stop
  })
  afterAll(() => stop?.())

  it('prints what it shows, step by step', async () => {
    const guide = readFileSync(new URL('../../docs/guides/many-machines.md', import.meta.url), 'utf8')
    expect(await findWrongSteps(guide, { origin, session: 'many-machines' })).toBe('')
  })
})

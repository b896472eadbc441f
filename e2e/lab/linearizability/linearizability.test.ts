import { describe, expect, it } from 'vitest'
import { missingEngine } from '../../../src/mock/storage/valkey/engine.fixture.ts'
import { isLinearizable, missingGo } from './check-history.ts'
import { type Operation, recordHistory } from './record-history.ts'

const missing = missingEngine ?? missingGo

/** How long the run takes, at least; `SECONDS=600 npx vitest run e2e/lab/linearizability` runs longer. */
const seconds = Number(process.env.SECONDS ?? 100)

describe.skipIf(missing)(`a cluster with three processes under faults ${missing ?? ''}`, () => {
  it('shows all callers one order of events', { timeout: (seconds + 300) * 1000 }, async () => {
    const { operations, requests, unanswered, faults } = await recordHistory(seconds)
    console.log(`${requests} requests, ${unanswered} of them unanswered, ${faults.length} faults`)
    expect(isLinearizable(operations)).toBe(true)
    expect(new Set(faults).size).toBe(6)
    // The same history is refused once a single read shows a value that was overwritten long before.
    const stale = operations.findLastIndex(({ write }) => !write)
    const read = operations[stale] as Operation
    const old = operations.find(({ write, key, value }) => write && key === read.key && value !== read.value)
    expect(isLinearizable(operations.with(stale, { ...read, value: old?.value ?? '' }))).toBe(false)
  })
})

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { missingEngine } from '../../../src/mock/storage/valkey/engine.fixture.ts'
import { never, type Operation, recordHistory } from './record-history.fixture.ts'

const module = fileURLToPath(new URL('.', import.meta.url))
const missing = missingEngine ?? (spawnSync('go', ['version']).status === 0 ? undefined : 'needs Go')

/** How long the run takes, at least; `SECONDS=600 npx vitest run e2e/lab/linearizability` runs longer. */
const seconds = Number(process.env.SECONDS ?? 100)

describe.skipIf(missing)(`a cluster with three processes under faults ${missing ?? ''}`, () => {
  it('a cluster under faults shows all callers one order of events', { timeout: (seconds + 300) * 1000 }, async () => {
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

/** Asks Porcupine whether a history of registers is linearizable. */
function isLinearizable(operations: readonly Operation[]): boolean {
  // A write without an answer that nobody has read may come after all else, so it says nothing, and would multiply the orders to try.
  const read = new Set(operations.filter(({ write }) => !write).map(({ value }) => value))
  const telling = operations.filter(({ value, return: end }) => end < never || read.has(value))
  const run = spawnSync('go', ['run', '-mod=readonly', '.'], {
    cwd: module,
    input: JSON.stringify(telling),
    encoding: 'utf8',
  })
  const verdict = run.stdout.trim()
  if (verdict !== 'Ok' && verdict !== 'Illegal') throw new Error(`Porcupine gave no verdict: ${verdict}${run.stderr}`)
  return verdict === 'Ok'
}

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { findSuite } from '../suites.fixture.ts'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { root } from '../workspace/root.ts'

const suite = findSuite('bugs')

/** The small inputs made from public bug reports that are right, by their numbers. */
const passing = [
  1, 12, 15, 20, 22, 24, 26, 28, 29, 30, 33, 46, 49, 51, 52, 53, 59, 62, 65, 66, 72, 74, 87, 90, 92, 95, 96, 97, 98, 99,
]

it.runIf(suite)('small inputs that once failed are right', async () => {
  const report = join(temporaryFolder(), 'report.json')
  const run = [join(suite ?? '', 'run.mjs'), root, '--quiet', '--json', report]
  // It ends with 1 where a case fails: the report says which.
  await promisify(execFile)(process.execPath, run).catch(() => {})
  const results: { n: number; verdict: string; note: string }[] = JSON.parse(readFileSync(report, 'utf8'))
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
  expect(results.map(({ n }) => n).sort((one, other) => one - other)).toEqual(passing)
})

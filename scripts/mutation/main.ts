import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../specs/interfaces.ts'
import { choose, type Part, UnknownPartError } from './parts.ts'
import { addKilled, type MutationReport, survivorRanges, tally } from './tally.ts'

// npm run mutation [-- <interface or mock or file>…]: changes the mock in thousands of small ways, one at a time, and runs the checks
// against each. For mutants of the mock's own code that the checks do not kill, it runs the mock's tests.

/** In percent: of each part, and of all interfaces by their checks alone. */
const minScore = 90
const minScoreOfChecks = 93
const report = join(root, 'dist/mutation.json')

const ofChecks = { killed: 0, valid: 0 }

try {
  for (const part of choose(process.argv.slice(2))) {
    const byChecks = mutate(part.mutate, { runner: 'checks', checkedInterfaces: part.checkedInterfaces })
    const survivors = part.hasTests ? survivorRanges(byChecks) : []
    let score = print(part, byChecks, 'checks')
    if (survivors.length > 0)
      score = print(part, addKilled(byChecks, mutate(survivors, { runner: 'vitest' })), 'checks or tests')
    if (score < minScore) process.exitCode = 1
  }
  if (ofChecks.valid > 0) {
    const score = (100 * ofChecks.killed) / ofChecks.valid
    console.log(`interfaces: ${score.toFixed(1)} % of ${ofChecks.valid} mutants were killed by checks`)
    if (score < minScoreOfChecks) process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof UnknownPartError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

function print({ name, hasTests }: Part, report: MutationReport, by: string): number {
  const { killed, valid, survivors } = tally(report)
  const score = valid === 0 ? 100 : (100 * killed) / valid
  console.log(`${name}: ${score.toFixed(1)} % of ${valid} mutants were killed by ${by}; ${valid - killed} survived`)
  for (const [reason, mutants] of survivors) {
    console.log(`  ${reason} (${mutants.length})`)
    for (const mutant of mutants) console.log(`    ${mutant}`)
  }
  if (!hasTests) {
    ofChecks.killed += killed
    ofChecks.valid += valid
  }
  return score
}

function mutate(
  patterns: string[],
  { runner, checkedInterfaces = [] }: { runner: string; checkedInterfaces?: string[] },
): MutationReport {
  rmSync(report, { force: true })
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const config = 'scripts/mutation/stryker.config.json'
  spawnSync(process.execPath, [stryker, 'run', config, '--testRunner', runner, '--mutate', patterns.join(',')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CHECKED_INTERFACES: checkedInterfaces.join(' ') },
  })
  if (existsSync(report)) return JSON.parse(readFileSync(report, 'utf8'))
  console.error(`${patterns.join(', ').slice(0, 200)}: Stryker ended without a report`)
  process.exit(2)
}

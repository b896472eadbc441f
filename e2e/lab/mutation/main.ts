import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../../src/workspace/root.ts'
import { choose, type Part, UnknownPartError } from './parts.ts'
import { byPlace, type MutationReport, tally } from './tally.ts'

// npm run mutation [-- [--quick] <interface or mock, or folder, file or lines (file.ts:10-80) of one>…]: changes the mock in thousands of
// small ways, one at a time, and runs the checks against each. Mutants of the mock's own code also meet the mock's unit tests. With --quick
// they meet only the unit tests beside them: that takes half a second for a mutant in place of up to nine, and kills fewer of them.

/** In percent: of each part, and of all interfaces by their checks alone. */
const minScore = 90
const minScoreOfChecks = 93
const report = join(root, 'dist/mutation.json')
/** Where Stryker copies the sources to. */
const copies = join(root, 'dist/.stryker')
const signals = ['SIGINT', 'SIGTERM'] as const

const quick = '--quick'
const isQuick = process.argv.includes(quick)
const ofChecks = { killed: 0, valid: 0 }

try {
  for (const part of choose(process.argv.slice(2).filter((word) => word !== quick)))
    if (print(part, await mutate(part)) < minScore) process.exitCode = 1
  if (ofChecks.valid > 0) {
    const score = percent(ofChecks)
    console.log(`interfaces: ${score.toFixed(1)} % of ${ofChecks.valid} mutants were killed by checks`)
    if (score < minScoreOfChecks) process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof UnknownPartError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

function percent({ killed, valid }: { killed: number; valid: number }): number {
  return valid === 0 ? 100 : (100 * killed) / valid
}

function print({ name, hasTests }: Part, report: MutationReport): number {
  const all = tally(report)
  const by = !hasTests ? 'checks' : isQuick ? 'the tests beside them' : 'checks or tests'
  const survived = all.valid - all.killed
  console.log(
    `${name}: ${percent(all).toFixed(1)} % of ${all.valid} mutants were killed by ${by}; ${survived} survived`,
  )
  for (const [reason, mutants] of all.survivors) {
    console.log(`  ${reason} (${mutants.length})`)
    for (const mutant of mutants) console.log(`    ${mutant}`)
  }
  for (const [place, part] of byPlace(report)) {
    const counted = tally(part)
    if (counted.valid > 0) console.log(`  ${place}: ${percent(counted).toFixed(1)} % of ${counted.valid}`)
  }
  if (!hasTests) {
    ofChecks.killed += all.killed
    ofChecks.valid += all.valid
  }
  return percent(all)
}

async function mutate({ mutate, checkedInterfaces, hasTests }: Part): Promise<MutationReport> {
  rmSync(report, { force: true })
  const stryker = join(root, 'e2e/node_modules/@stryker-mutator/core/bin/stryker.js')
  const runner = !hasTests ? 'checks' : isQuick ? 'vitest' : 'checks-then-tests'
  const beside = mutate.filter((pattern) => !pattern.startsWith('!')).map((pattern) => `${dirname(pattern)}/*.test.ts`)
  const options = ['e2e/lab/mutation/stryker.config.json', '--testRunner', runner, '--mutate', mutate.join(',')]
  // In a process group of its own: after a signal, Stryker leaves some of its processes behind, and its copy of the sources.
  const child = spawn(process.execPath, [stryker, 'run', ...options], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      CHECKED_INTERFACES: checkedInterfaces.join(' '),
      ...(isQuick ? { UNIT_TESTS: beside.join(' ') } : {}),
    },
  })
  const onSignal = (_: NodeJS.Signals, number: number) => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    rmSync(copies, { recursive: true, force: true, maxRetries: 10 })
    process.exit(128 + number)
  }
  for (const signal of signals) process.once(signal, onSignal)
  await once(child, 'exit')
  for (const signal of signals) process.off(signal, onSignal)
  if (existsSync(report)) return JSON.parse(readFileSync(report, 'utf8'))
  console.error(`${mutate.join(', ').slice(0, 200)}: Stryker ended without a report`)
  process.exit(2)
}

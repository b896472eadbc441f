import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../specs/interfaces.ts'
import { choose, type Part, UnknownPartError } from './parts.ts'
import { type MutationReport, noticedToo, rangesOf, tally } from './tally.ts'

// npm run mutation [-- <interface or mock or file>…]: breaks the mock in thousands of small ways, one at a time, with the checks as judge;
// what they do not notice of the mock's own code, its own tests are asked about.

const minScore = 85
const report = join(root, 'dist/mutation.json')

try {
  for (const part of choose(process.argv.slice(2))) {
    const byChecks = mutate(part.mutate, { runner: 'checks', judges: part.judges })
    const missed = part.hasTests ? rangesOf(byChecks) : []
    let score = tell(part, byChecks, 'checks')
    if (missed.length > 0) {
      score = tell(part, noticedToo(byChecks, mutate(missed, { runner: 'vitest' })), 'checks or tests')
    }
    if (score < minScore) process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof UnknownPartError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

function tell({ name }: Part, report: MutationReport, by: string): number {
  const { score, judged, survivors } = tally(report)
  console.log(`${name}: ${score.toFixed(1)} % of ${judged} mutants were noticed by ${by}; ${survivors.length} were not`)
  for (const survivor of survivors) console.log(`  ${survivor}`)
  return score
}

function mutate(what: string[], { runner, judges = [] }: { runner: string; judges?: string[] }): MutationReport {
  rmSync(report, { force: true })
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const config = 'scripts/mutation/stryker.config.json'
  spawnSync(process.execPath, [stryker, 'run', config, '--testRunner', runner, '--mutate', what.join(',')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, JUDGES: judges.join(' ') },
  })
  if (existsSync(report)) return JSON.parse(readFileSync(report, 'utf8'))
  console.error(`${what.join(', ').slice(0, 200)}: Stryker ended without a report`)
  process.exit(2)
}

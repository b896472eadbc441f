import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../generate/interfaces.ts'
import { choose, UnknownPartError } from './parts.ts'
import { type MutationReport, tally } from './tally.ts'

// npm run mutation [-- <interface or mock or file>…]: breaks the mock in thousands of small ways, one at a time, with the checks as judge.

const least = 85
const report = join(root, 'dist/mutation.json')

try {
  for (const part of choose(process.argv.slice(2))) {
    const { score, judged, survivors } = mutate(part)
    console.log(`${part.name}: ${score.toFixed(1)} % of ${judged} mutants were noticed; ${survivors.length} were not`)
    for (const survivor of survivors) console.log(`  ${survivor}`)
    if (score < least) process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof UnknownPartError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

function mutate({ name, mutate, judges }: ReturnType<typeof choose>[number]) {
  rmSync(report, { force: true })
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const args = [stryker, 'run', 'scripts/mutation/stryker.config.json', '--mutate', mutate.join(',')]
  spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, JUDGES: judges.join(' ') },
  })
  if (existsSync(report)) return tally(JSON.parse(readFileSync(report, 'utf8')) as MutationReport)
  console.error(`${name}: Stryker ended without a report`)
  process.exit(2)
}

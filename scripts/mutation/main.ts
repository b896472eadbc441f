import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { listInterfaces } from '../../src/interfaces/registry.ts'
import { root } from '../generate/interfaces.ts'
import { type MutationReport, tally } from './tally.ts'

// npm run mutation [-- <interface>… mock]: breaks the mock in thousands of small ways, one at a time, with the checks as judge.

const least = 85

/** What is mutated, and whose checks judge it. */
const parts = new Map<string, { mutate: string[]; judges: string[] }>()
for (const { name } of listInterfaces()) {
  if (name === 'mock-control') continue
  const ours = `src/interfaces/${name}`
  // A client and the checks themselves are no part of the mock; what a world starts with is data.
  const others = ['*.test', '*.fixture', 'checks', 'client*', '*.d', 'seed', 'state-machine']
  parts.set(name, { mutate: [`${ours}/*.ts`, ...others.map((other) => `!${ours}/${other}.ts`)], judges: [name] })
}
parts.set('mock', {
  mutate: ['src/mock/**/*.ts', '!src/mock/**/*.test.ts', '!src/mock/**/*.fixture.ts'],
  judges: ['mock-control', 'orders', 'secrets'],
})

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !parts.has(name))
if (unknown !== undefined) {
  console.error(`unknown part '${unknown}'; known are ${[...parts.keys()].join(', ')}`)
  process.exit(2)
}

let low = false
for (const [name, { mutate, judges }] of parts) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const file = join(root, 'dist/mutation.json')
  rmSync(file, { force: true })
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const args = [stryker, 'run', 'scripts/mutation/stryker.config.json', '--mutate', mutate.join(',')]
  spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, JUDGES: judges.join(' ') },
  })
  if (!existsSync(file)) {
    console.error(`${name}: Stryker ended without a report`)
    process.exit(2)
  }
  const { score, survivors } = tally(JSON.parse(readFileSync(file, 'utf8')) as MutationReport)
  console.log(`${name}: ${score.toFixed(1)} % of what can be noticed was noticed; ${survivors.length} were not`)
  for (const survivor of survivors) console.log(`  ${survivor}`)
  low ||= score < least
}
process.exitCode = low ? 1 : 0

import { spawnSync } from 'node:child_process'
import { root } from '../../src/workspace/root.ts'
import { buildMembers, whyNotBuilt } from './build-members.ts'

// npm run test:real: upgrades a real cluster of the family from 3.5 to 3.6, with the commands of `kv-upgrade`.

const missing = whyNotBuilt()
if (missing) {
  console.log(`test:real is skipped: ${missing}.`)
} else {
  console.log('The members of both versions: from the cache, or built now, which takes minutes.')
  for (const version of ['3.5', '3.6'] as const) await buildMembers(version)
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'e2e/real/vitest.config.ts']
  const { status } = spawnSync(process.execPath, [...vitest, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
}

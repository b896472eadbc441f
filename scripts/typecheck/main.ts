import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// npm run typecheck: with the tests from outside, if their packages are installed.

const project = existsSync('e2e/node_modules') ? 'e2e' : '.'
const { status } = spawnSync(process.execPath, ['node_modules/typescript-7/bin/tsc', '--project', project], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
